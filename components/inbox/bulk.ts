import { call } from "@/lib/doors/client";
import { conflictResolve, conflictUndo } from "@/lib/hygiene/contract";
import type { InboxKind, InboxReference } from "@/lib/inbox/contract";
import {
  MAX_DECIDED_AT_ONCE,
  memoryDecideMany,
  memoryUndo,
  quarantineDecide,
  suggestionDecide,
  suggestionUndo,
} from "@/lib/memories/contract";
import type { inboxDialogs } from "@/messages/compiled/inbox-dialogs";
import type { MessageKey } from "@/messages/message";

export type BulkDecision = "accept" | "reject";

type Work = {
  /** What becomes of them: "12 × drifted memories are invalidated." */
  outcome: Extract<MessageKey<typeof inboxDialogs>, `${BulkDecision}_${InboxKind}`>;
  /** Resolves to the ids that were decided as asked. */
  decide: (ids: readonly string[], reason: string) => Promise<string[]>;
  /** Null where what was done cannot be undone. */
  undo: ((ids: readonly string[]) => Promise<unknown>) | null;
};

async function inBatches(
  ids: readonly string[],
  decide: (ids: string[]) => Promise<{ ids: string[] }>,
): Promise<string[]> {
  const done: string[] = [];
  for (let start = 0; start < ids.length; start += MAX_DECIDED_AT_ONCE)
    done.push(...(await decide(ids.slice(start, start + MAX_DECIDED_AT_ONCE))).ids);
  return done;
}

/** One after the other, so that many decisions do not push everyone else's requests aside; what is refused stays. */
async function eachOf(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<string[]> {
  const done: string[] = [];
  for (const id of ids)
    await act(id).then(
      () => done.push(id),
      () => undefined,
    );
  return done;
}

const undoMemories = (ids: readonly string[]) => eachOf(ids, (memory_id) => call(memoryUndo, { memory_id }));
const undoConflicts = (ids: readonly string[]) =>
  eachOf(ids, (conflict_id) => call(conflictUndo, { conflict_id }));
const undoSuggestions = (ids: readonly string[]) =>
  eachOf(ids, (suggestion_id) => call(suggestionUndo, { suggestion_id }));

/** What can be decided on many at once; what is not here needs a look at each. */
export const BULK: Readonly<Record<BulkDecision, Partial<Record<InboxKind, Work>>>> = {
  accept: {
    drift: {
      outcome: "accept_drift",
      decide: (ids) => inBatches(ids, (some) => call(memoryDecideMany, { ids: some, decision: "refresh" })),
      undo: null,
    },
    conflict: {
      outcome: "accept_conflict",
      decide: (ids, reason) =>
        eachOf(ids, (conflict_id) => call(conflictResolve, { conflict_id, decision: "both_hold", reason })),
      undo: undoConflicts,
    },
    suggestion: {
      outcome: "accept_suggestion",
      decide: (ids, reason) =>
        eachOf(ids, (suggestion_id) => call(suggestionDecide, { suggestion_id, decision: "accept", reason })),
      undo: undoSuggestions,
    },
  },
  reject: {
    drift: {
      outcome: "reject_drift",
      decide: (ids, reason) =>
        inBatches(ids, (some) => call(memoryDecideMany, { ids: some, decision: "invalidate", reason })),
      undo: undoMemories,
    },
    quarantine: {
      outcome: "reject_quarantine",
      decide: (ids, reason) =>
        inBatches(ids, (some) => call(quarantineDecide, { ids: some, decision: "reject", reason })),
      undo: undoMemories,
    },
    conflict: {
      outcome: "reject_conflict",
      decide: (ids, reason) =>
        eachOf(ids, (conflict_id) => call(conflictResolve, { conflict_id, decision: "invalidate", reason })),
      undo: undoConflicts,
    },
    suggestion: {
      outcome: "reject_suggestion",
      decide: (ids, reason) =>
        eachOf(ids, (suggestion_id) => call(suggestionDecide, { suggestion_id, decision: "reject", reason })),
      undo: undoSuggestions,
    },
  },
};

export type BulkPart = { kind: InboxKind; ids: string[]; work: Work | undefined };

/** What a decision on items would do, kind by kind. */
export function bulkParts(items: readonly InboxReference[], decision: BulkDecision): BulkPart[] {
  const kinds = [...new Set(items.map(({ kind }) => kind))];
  return kinds.map((kind) => ({
    kind,
    ids: items.filter((item) => item.kind === kind).map(({ subject_id }) => subject_id),
    work: BULK[decision][kind],
  }));
}
