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

/** The ids that were changed as asked, and the first failure; null: there was none. */
type Done = { ids: string[]; failure: unknown };

type Work = {
  /** What becomes of them: "12 × drifted memories are invalidated." */
  outcome: Extract<MessageKey<typeof inboxDialogs>, `${BulkDecision}_${InboxKind}`>;
  decide: (ids: readonly string[], reason: string) => Promise<Done>;
  /** Null where what was done cannot be undone. */
  undo: ((ids: readonly string[]) => Promise<Done>) | null;
};

async function inBatches(
  ids: readonly string[],
  decide: (ids: string[]) => Promise<{ ids: string[] }>,
): Promise<Done> {
  const done: Done = { ids: [], failure: null };
  for (let start = 0; start < ids.length; start += MAX_DECIDED_AT_ONCE)
    try {
      const some = await decide(ids.slice(start, start + MAX_DECIDED_AT_ONCE));
      done.ids.push(...some.ids);
    } catch (error) {
      done.failure ??= error;
    }
  return done;
}

/** One after the other, so that many decisions do not push everyone else's requests aside; what is refused stays. */
async function eachOf(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<Done> {
  const done: Done = { ids: [], failure: null };
  for (const id of ids)
    try {
      await act(id);
      done.ids.push(id);
    } catch (error) {
      done.failure ??= error;
    }
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

export const countOf = (parts: readonly BulkPart[]): number =>
  parts.reduce((sum, { ids }) => sum + ids.length, 0);

/** Decides kind by kind. @returns what was decided, also where something failed, and the first failure. */
export async function decideAll(
  parts: readonly BulkPart[],
  reason: string,
): Promise<{ decided: BulkPart[]; failure: unknown }> {
  const decided: BulkPart[] = [];
  let failure: unknown = null;
  for (const { kind, ids, work } of parts) {
    if (work === undefined) continue;
    const done = await work.decide(ids, reason);
    decided.push({ kind, ids: done.ids, work });
    failure ??= done.failure;
  }
  return { decided, failure };
}

/** Undoes what of it can be undone. */
export async function undoAll(decided: readonly BulkPart[]): Promise<Done> {
  const undone: Done = { ids: [], failure: null };
  for (const { ids, work } of decided) {
    const done = await work?.undo?.(ids);
    undone.ids.push(...(done?.ids ?? []));
    undone.failure ??= done?.failure ?? null;
  }
  return undone;
}
