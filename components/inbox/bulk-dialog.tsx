"use client";

import { toastProblem } from "@/components/pieces/problem";
import { type OpenProps, ReasonDialog } from "@/components/pieces/reason-dialog";
import { toastDone } from "@/components/pieces/undo";
import { useRefreshAfter } from "@/components/pieces/use-operation";
import { useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { conflictResolve } from "@/lib/hygiene/contract";
import type { InboxItem, InboxReference } from "@/lib/inbox/contract";
import { memoryDecideMany, suggestionDecide } from "@/lib/memories/contract";
import { inboxDialogs } from "@/messages/compiled/inbox-dialogs";
import { inboxKinds } from "@/messages/compiled/inbox-kinds";
import type { Translate } from "@/messages/message";
import { type BulkDecision, type BulkPart, bulkParts } from "./bulk";
import { KINDS } from "./kinds";
import { keyOfItem } from "./parameters";

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
  const t = useMessages(inboxDialogs);
  const kinds = useMessages(inboxKinds);
  const refresh = useRefreshAfter(memoryDecideMany, conflictResolve, suggestionDecide);
  const parts = bulkParts(items, decision);
  const decidable = parts.filter(({ work }) => work !== undefined);
  const total = decidable.reduce((sum, { ids }) => sum + ids.length, 0);
  const send = async (reason: string): Promise<string[]> => {
    try {
      const done = await decideAll(decidable, reason);
      const keys = done.flatMap(({ kind, ids }) => ids.map((subject_id) => keyOfItem({ kind, subject_id })));
      sayDone({ t, decision, done, asked: total, refresh });
      return keys;
    } catch (error) {
      toastProblem(t("not_saved"), error);
      return [];
    } finally {
      await refresh();
    }
  };
  return (
    <ReasonDialog
      {...dialog}
      title={t(`${decision}_title`, { count: total })}
      description={previewOf({ t, kinds, parts })}
      quote={namesOf(decidable, shown)}
      label={t("why")}
      hint={t("why_hint")}
      usual={t(`${decision}_usual`)}
      verb={t(`${decision}_verb`, { count: total })}
      tone={decision === "reject" ? "danger" : "primary"}
      send={send}
      onDone={onDone}
    />
  );
}

/** "12 × drifted memories are invalidated. 3 × proposals stay: decide them one by one." */
function previewOf({
  t,
  kinds,
  parts,
}: {
  t: Translate<typeof inboxDialogs>;
  kinds: Translate<typeof inboxKinds>;
  parts: readonly BulkPart[];
}): string {
  return parts
    .map(({ kind, ids, work }) =>
      t(work?.outcome ?? "stay", { count: ids.length, kind: kinds(KINDS[kind].several) }),
    )
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
  t,
  decision,
  done,
  asked,
  refresh,
}: {
  t: Translate<typeof inboxDialogs>;
  decision: BulkDecision;
  done: readonly BulkPart[];
  asked: number;
  refresh: () => Promise<void>;
}): void {
  const count = done.reduce((sum, { ids }) => sum + ids.length, 0);
  const takeBack = async () => {
    for (const { ids, work } of done) await work?.undo?.(ids);
    await refresh();
    toast.success(t("undone"));
  };
  const canUndo = done.some(({ ids, work }) => ids.length > 0 && work?.undo);
  toastDone(t(`${decision}_done`, { count }), {
    description: count < asked ? t("not_changed", { count: asked - count }) : undefined,
    undo: canUndo ? takeBack : undefined,
  });
}
