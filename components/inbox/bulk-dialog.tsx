"use client";

import { countOf, formatCount } from "@/components/pieces/format";
import { toastProblem } from "@/components/pieces/problem";
import { type OpenProps, ReasonDialog } from "@/components/pieces/reason-dialog";
import { undoing } from "@/components/pieces/undo";
import { useRefreshAfter } from "@/components/pieces/use-operation";
import { toast } from "@/components/ui/toast";
import { conflictResolve } from "@/lib/hygiene/contract";
import type { InboxItem, InboxReference } from "@/lib/inbox/contract";
import { memoryDecideMany, suggestionDecide } from "@/lib/memories/contract";
import { type BulkDecision, type BulkPart, bulkParts } from "./bulk";
import { KINDS } from "./kinds";
import { keyOfItem } from "./parameters";

const WORDS = {
  accept: { title: "Accept", verb: "Accept", past: "accepted", usual: "Accepted in the inbox." },
  reject: { title: "Reject", verb: "Reject", past: "rejected", usual: "Rejected in the inbox." },
} as const;

/** How many of them are named. */
const NAMED = 3;

/** Shows what a decision on many items would do, kind by kind, asks for the reason and carries it out; it can be undone. */
export function BulkDialog({
  decision,
  items,
  shown,
  onDone,
  ...dialog
}: OpenProps & {
  decision: BulkDecision;
  items: readonly InboxReference[];
  /** Those whose titles are known. */
  shown: readonly InboxItem[];
  onDone: (keys: string[]) => void;
}) {
  const refresh = useRefreshAfter(memoryDecideMany, conflictResolve, suggestionDecide);
  const parts = bulkParts(items, decision);
  const decidable = parts.filter(({ work }) => work !== undefined);
  const total = decidable.reduce((sum, { ids }) => sum + ids.length, 0);
  const words = WORDS[decision];
  const send = async (reason: string): Promise<string[]> => {
    try {
      const done = await decideAll(decidable, reason);
      const keys = done.flatMap(({ kind, ids }) => ids.map((subject_id) => keyOfItem({ kind, subject_id })));
      sayDone({ done, asked: total, past: words.past, refresh });
      return keys;
    } catch (error) {
      toastProblem("The decisions could not be saved", error);
      return [];
    } finally {
      await refresh();
    }
  };
  return (
    <ReasonDialog
      {...dialog}
      title={`${words.title} ${countOf(total, "item", "items")}`}
      description={previewOf(parts)}
      quote={namesOf(decidable, shown)}
      label="Why"
      hint="Kept with each decision."
      usual={words.usual}
      verb={`${words.verb} ${formatCount(total)}`}
      tone={decision === "reject" ? "danger" : "primary"}
      send={send}
      onDone={onDone}
    />
  );
}

/** "12 drifted memories are invalidated. 3 proposals stay: each needs a look." */
function previewOf(parts: readonly BulkPart[]): string {
  return parts
    .map(({ kind, ids, work }) => {
      const what = `${formatCount(ids.length)} × ${KINDS[kind].plural.toLowerCase()}`;
      if (work === undefined) return `${what} stay: decide them one by one.`;
      return `${what} ${work.outcome}.`;
    })
    .join(" ");
}

function namesOf(parts: readonly BulkPart[], shown: readonly InboxItem[]): string {
  const decided = new Set(
    parts.flatMap(({ kind, ids }) => ids.map((subject_id) => keyOfItem({ kind, subject_id }))),
  );
  const titles = shown
    .filter((item) => decided.has(keyOfItem(item)) && item.kind !== "quarantine")
    .map(({ title }) => title);
  return titles.slice(0, NAMED).join(" · ");
}

async function decideAll(parts: readonly BulkPart[], reason: string): Promise<BulkPart[]> {
  const done: BulkPart[] = [];
  for (const { kind, ids, work } of parts)
    if (work !== undefined) done.push({ kind, ids: await work.decide(ids, reason), work });
  return done;
}

function sayDone({
  done,
  asked,
  past,
  refresh,
}: {
  done: readonly BulkPart[];
  asked: number;
  past: string;
  refresh: () => Promise<void>;
}): void {
  const count = done.reduce((sum, { ids }) => sum + ids.length, 0);
  const takeBack = async () => {
    for (const { ids, work } of done) await work?.undo?.(ids);
    await refresh();
    toast.success("Undone");
  };
  const canUndo = done.some(({ ids, work }) => ids.length > 0 && work?.undo);
  toast.success(`${countOf(count, "item", "items")} ${past}`, {
    description:
      count < asked
        ? `${formatCount(asked - count)} not changed: refused, or changed by somebody else.`
        : undefined,
    duration: 10_000,
    action: canUndo && undoing(takeBack),
  });
}
