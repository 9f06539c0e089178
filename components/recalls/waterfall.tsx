"use client";

import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import type { Stage } from "@/lib/recall/contract";
import { recallParts } from "@/messages/compiled/recall-parts";
import { type StageRow, stageRows } from "./stage-rows";

function Bar({ bar, words }: Pick<StageRow, "bar" | "words">) {
  if (bar === null) return null;
  return (
    <span aria-hidden data-stage={words} className="relative block h-2.5 rounded-sm bg-sunken">
      <span
        className="absolute inset-y-0 min-w-0.5 rounded-sm bg-primary"
        style={{ left: `${bar.start * 100}%`, width: `${bar.width * 100}%` }}
      />
    </span>
  );
}

const NUMBER = "py-1 pl-3 text-right tabular-nums";

function Head() {
  const t = useMessages(recallParts);
  return (
    <thead className="text-muted-foreground">
      <tr>
        <th scope="col" className="py-1 pr-3 text-left font-normal">
          {t("column_part")}
        </th>
        <th scope="col" className="w-1/2 py-1 text-left font-normal max-sm:sr-only">
          {t("column_in_total")}
        </th>
        <th scope="col" className="py-1 pl-3 text-right font-normal">
          {t("column_started")}
        </th>
        <th scope="col" className="py-1 pl-3 text-right font-normal">
          {t("column_took")}
        </th>
      </tr>
    </thead>
  );
}

/** When each part of a recall began and how long it took: bars along the time of the answer, and the same as numbers. */
export function Waterfall({ stages, latency_ms }: { stages: readonly Stage[]; latency_ms: number }) {
  const t = useMessages(recallParts);
  const { rows } = stageRows({ t, stages, latency_ms });
  const milliseconds = (ms: number | null): string => {
    if (ms === null) return t("not_recorded");
    return t("milliseconds", { ms });
  };
  const unknown = rows.filter(({ ms }) => ms === null).length;
  return (
    <details className="rounded-md border bg-card text-sm">
      <summary className="cursor-pointer px-3 py-2 text-muted-foreground hover:text-foreground">
        {t("time_spent", { ms: latency_ms, count: stages.length })}
      </summary>
      <div className="scrolls-sideways border-t px-3 py-2">
        <table className="w-full text-xs">
          <caption className="sr-only">{t("parts_meaning")}</caption>
          <Head />
          <tbody>
            {rows.map(({ key, words, at, ms, bar }) => (
              <tr key={key} className={cn(ms === null && "text-muted-foreground")}>
                <th scope="row" className="py-1 pr-3 text-left font-normal">
                  {words}
                </th>
                <td className="max-sm:hidden">
                  <Bar bar={bar} words={words} />
                </td>
                <td className={NUMBER}>{milliseconds(at)}</td>
                <td className={NUMBER}>{milliseconds(ms)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot className="border-t font-medium">
            <tr>
              <th scope="row" className="py-1 pr-3 text-left font-medium">
                {t("total")}
              </th>
              <td className="max-sm:hidden" />
              <td className={NUMBER}>{milliseconds(0)}</td>
              <td className={NUMBER}>{milliseconds(latency_ms)}</td>
            </tr>
          </tfoot>
        </table>
        <p className="mt-1 max-w-prose text-muted-foreground text-xs">
          {t("parts_overlap")} {unknown > 0 && `${t("not_recorded_meaning")} `}
          {t("recording_left_out")}
        </p>
      </div>
    </details>
  );
}
