import { countOf } from "@/components/pieces/format";
import { cn } from "@/components/ui/cn";
import type { Stage } from "@/lib/recall/contract";
import { type StageRow, stageRows } from "./stage-rows";

const milliseconds = (ms: number | null): string => {
  if (ms === null) return "n/a";
  return `${ms.toFixed(1)} ms`;
};

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
  return (
    <thead className="text-muted-foreground">
      <tr>
        <th scope="col" className="py-1 pr-3 text-left font-normal">
          Part
        </th>
        <th scope="col" className="w-1/2 py-1 text-left font-normal max-sm:sr-only">
          In the total
        </th>
        <th scope="col" className="py-1 pl-3 text-right font-normal">
          Started after
        </th>
        <th scope="col" className="py-1 pl-3 text-right font-normal">
          Took
        </th>
      </tr>
    </thead>
  );
}

/** When each part of a recall began and how long it took: bars along the time of the answer, and the same as numbers. */
export function Waterfall({ stages, latency_ms }: { stages: readonly Stage[]; latency_ms: number }) {
  const { rows } = stageRows(stages, latency_ms);
  const unknown = rows.filter(({ ms }) => ms === null).length;
  return (
    <details className="rounded-md border bg-card text-sm">
      <summary className="cursor-pointer px-3 py-2 text-muted-foreground hover:text-foreground">
        Time spent: {milliseconds(latency_ms)}, {countOf(stages.length, "part", "parts")}
      </summary>
      <div className="overflow-x-auto border-t px-3 py-2">
        <table className="w-full text-xs">
          <caption className="sr-only">
            The parts of this recall, in the order they started. They overlap, so their sum is more than the
            total.
          </caption>
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
                Total until the answer
              </th>
              <td className="max-sm:hidden" />
              <td className={NUMBER}>{milliseconds(0)}</td>
              <td className={NUMBER}>{milliseconds(latency_ms)}</td>
            </tr>
          </tfoot>
        </table>
        <p className="mt-1 max-w-prose text-muted-foreground text-xs">
          Parts overlap.{" "}
          {unknown > 0 && "n/a: not recorded, because the part was not needed or the recall is older. "}
          Recording the recall itself is not included.
        </p>
      </div>
    </details>
  );
}
