"use client";

import { toastProblem } from "@/components/pieces/problem";
import { type OpenProps, ReasonDialog } from "@/components/pieces/reason-dialog";
import { forgetUndo, toastDone } from "@/components/pieces/undo";
import { useRefreshAfter } from "@/components/pieces/use-operation";
import { useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { conflictResolve } from "@/lib/hygiene/contract";
import type { InboxItem, InboxReference } from "@/lib/inbox/contract";
import { memoryDecideMany, suggestionDecide } from "@/lib/memories/contract";
import { inboxDialogs } from "@/messages/compiled/inbox-dialogs";
import { inboxKinds } from "@/messages/compiled/inbox-kinds";
import type { Translate } from "@/messages/message";
import { type BulkDecision, type BulkPart, bulkParts, countOf, decideAll, undoAll } from "./bulk";
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
  const total = countOf(decidable);
  const send = async (reason: string): Promise<string[]> => {
    forgetUndo();
    const { decided, failure } = await decideAll(decidable, reason);
    sayDone({ t, decision, decided, asked: total, failure, refresh });
    await refresh();
    return keysOf(decided);
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
      draft={`${decision}.${items.map(({ subject_id }) => subject_id).join()}`}
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

const keysOf = (parts: readonly BulkPart[]): string[] =>
  parts.flatMap(({ kind, ids }) => ids.map((subject_id) => keyOfItem({ kind, subject_id })));

function namesOf(parts: readonly BulkPart[], shown: readonly InboxItem[]): string {
  const decided = new Set(keysOf(parts));
  const titles = shown
    .filter((item) => decided.has(keyOfItem(item)) && item.kind !== "quarantine")
    .map(({ title }) => title);
  return titles.slice(0, NAMED).join(" · ");
}

function sayDone({
  t,
  decision,
  decided,
  asked,
  failure,
  refresh,
}: {
  t: Translate<typeof inboxDialogs>;
  decision: BulkDecision;
  decided: readonly BulkPart[];
  asked: number;
  failure: unknown;
  refresh: () => Promise<void>;
}): void {
  const count = countOf(decided);
  const left = asked - count;
  const undo = async () => {
    const undone = await undoAll(decided);
    await refresh();
    sayUndone({ t, count: undone.ids.length, left: count - undone.ids.length, failure: undone.failure });
  };
  const canUndo = decided.some(({ ids, work }) => ids.length > 0 && work?.undo);
  const refused = failure === null && left > 0 && t("not_changed", { count: left });
  if (count > 0)
    toastDone(t(`${decision}_done`, { count }), {
      description: refused,
      undo: canUndo ? undo : undefined,
    });
  else if (refused) toast.warning(refused);
  if (failure !== null) toastProblem(t("not_saved", { count: left }), failure);
}

function sayUndone({
  t,
  count,
  left,
  failure,
}: {
  t: Translate<typeof inboxDialogs>;
  count: number;
  left: number;
  failure: unknown;
}): void {
  if (left === 0) {
    toast.success(t("undone"));
    return;
  }
  const some = t("undone_some", { count, left });
  if (failure === null) toast.warning(some);
  else toastProblem(some, failure);
}
