"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { readProblem } from "@/components/pieces/problem";
import { useFormat } from "@/components/pieces/use-format";
import { useInputSchema } from "@/components/pieces/use-input-schema";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { Settings } from "@/lib/access/contract";
import { listQuery } from "@/lib/doors/client";
import type { CallOf } from "@/lib/kernel/contract";
import { HOLDOUT_PREVIEW_DAYS, type SettingsPreview, settingsPreview } from "@/lib/recall/contract";
import { settingsPacks } from "@/messages/compiled/settings-packs";

type Wanted = Required<CallOf<typeof settingsPreview>>;

const SETTLES_MS = 500;

/** What was last asked for once it stood still, so that a slider asks for its end and not for its way. */
function useSettled(wanted: Wanted): Wanted {
  const key = JSON.stringify(wanted);
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), SETTLES_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return JSON.parse(settled);
}

/** What other settings of packs would change, on the last questions of agents, before they are saved. */
export function PackPreview({ wanted, before }: { wanted: Wanted; before: Settings }) {
  const t = useMessages(settingsPacks);
  const settled = useSettled(wanted);
  const schema = useInputSchema(settingsPreview);
  const isPossible = schema?.safeParse(settled).success === true;
  const names = ["relevance_floor", "max_context_memories", "token_budget", "context_characters"] as const;
  const isChanged = [...names, "holdout_share" as const].some((name) => settled[name] !== before[name]);
  const reading = useQuery({
    ...listQuery(settingsPreview, settled),
    enabled: isChanged && isPossible,
  });
  if (!isChanged) return <p className="text-muted-foreground text-sm">{t("preview_start")}</p>;
  if (!isPossible) return null;
  const problem = readProblem(t("preview_unreadable"), reading);
  if (problem) return <ErrorState {...problem} />;
  if (!reading.data) return <Skeleton className="h-20 w-full" />;
  return (
    <div className="flex flex-col gap-2 rounded-md border bg-sunken px-3 py-2.5 text-sm">
      <Sums preview={reading.data} isBusy={reading.isFetching} />
      <HeldOut holdout={reading.data.holdout} />
      {reading.data.recalls.length > 0 && <Each recalls={reading.data.recalls} />}
    </div>
  );
}

type Pack = SettingsPreview["recalls"][number]["after"];

const sumsOf = (packs: readonly Pack[]) => ({
  filled: packs.filter(({ memories }) => memories > 0).length,
  memories: packs.reduce((sum, { memories }) => sum + memories, 0),
  tokens: packs.reduce((sum, { tokens }) => sum + tokens, 0),
});

function Sums({ preview: { recalls }, isBusy }: { preview: SettingsPreview; isBusy: boolean }) {
  const t = useMessages(settingsPacks);
  const { formatCount } = useFormat();
  if (recalls.length === 0) return <p>{t("preview_none")}</p>;
  const now = sumsOf(recalls.map((recall) => recall.before));
  const then = sumsOf(recalls.map((recall) => recall.after));
  const rows = [
    { word: t("preview_filled"), from: now.filled, to: then.filled },
    { word: t("preview_memories"), from: now.memories, to: then.memories },
    { word: t("preview_tokens"), from: now.tokens, to: then.tokens },
  ];
  return (
    <div role="status" aria-busy={isBusy} aria-label={t("preview")}>
      <p className="text-pretty">{t("preview_questions", { count: recalls.length })}</p>
      <dl className="mt-1.5 grid grid-cols-[minmax(0,1fr)_auto_auto_auto] items-baseline gap-x-2 tabular-nums sm:max-w-80">
        {rows.map(({ word, from, to }) => (
          <div key={word} className="contents">
            <dt className="text-muted-foreground">{word}</dt>
            <dd className="text-right">{formatCount(from)}</dd>
            <dd>
              <span aria-hidden>→</span>
              <span className="sr-only">{t("becomes")}</span>
            </dd>
            <dd className="text-right font-medium">{formatCount(to)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function HeldOut({ holdout }: Pick<SettingsPreview, "holdout">) {
  const t = useMessages(settingsPacks);
  const { recalls, held_out_before, held_out_after } = holdout;
  if (held_out_before === held_out_after) return null;
  const values = {
    count: recalls,
    days: HOLDOUT_PREVIEW_DAYS,
    after_count: held_out_after,
    after: (figure: ReactNode) => <span className="font-medium tabular-nums">{figure}</span>,
  };
  return (
    <p className="text-pretty">
      {held_out_before === 0
        ? t.rich("held_out", values)
        : t.rich("held_out_instead", { ...values, before_count: held_out_before })}
    </p>
  );
}

function Each({ recalls }: Pick<SettingsPreview, "recalls">) {
  const t = useMessages(settingsPacks);
  return (
    <details>
      <summary className="cursor-pointer text-primary">{t("each")}</summary>
      <Table aria-label={t("each_table")}>
        <TableHeader>
          <TableRow>
            <TableHead>{t("question")}</TableHead>
            <TableHead className="text-right">{t("memories")}</TableHead>
            <TableHead className="text-right">{t("tokens")}</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {recalls.map(({ recall_id, task, before, after }) => (
            <TableRow key={recall_id}>
              <TableCell className="max-w-0 truncate">
                <Link href={`/recalls/${recall_id}`} className="text-primary underline underline-offset-4">
                  {task}
                </Link>
              </TableCell>
              <Change from={before.memories} to={after.memories} />
              <Change from={before.tokens} to={after.tokens} />
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </details>
  );
}

function Change({ from, to }: { from: number; to: number }) {
  const { formatCount } = useFormat();
  return (
    <TableCell className="w-28 text-right tabular-nums">
      {from === to ? formatCount(from) : `${formatCount(from)} → ${formatCount(to)}`}
    </TableCell>
  );
}
