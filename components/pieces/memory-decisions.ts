"use client";

import { useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/doors/client";
import {
  MAX_DECIDED_AT_ONCE,
  memoryDecideGlobal,
  memoryDecideMany,
  memoryDelete,
  memoryFollow,
  memoryMarkAddressed,
  memoryRecite,
  memoryRefresh,
  memoryRelease,
  memorySuggestGlobal,
  memoryUndo,
  memoryUpdate,
  memoryVerifyCitations,
  quarantineDecide,
} from "@/lib/memories/contract";
import { memoryDecisions } from "@/messages/compiled/memory-decisions";
import type { PlainKey } from "@/messages/message";
import { problemTextNow, toastProblem } from "./problem";
import { toastDone } from "./undo";
import { useRefreshAfter } from "./use-operation";

/** Few at a time: a bulk action must not push everyone else's requests aside. */
const AT_ONCE = 4;

export { undoLatest } from "./undo";

type Failure = { id: string; error: unknown };

type Answered = { ids: string[]; refused: { memory_id: string; detail: string }[] };

const decideMany = (
  ids: readonly string[],
  decision: "refresh" | "invalidate" | "restore",
  reason?: string,
) => inBatches(ids, (some) => call(memoryDecideMany, { ids: some, decision, reason }));

/** Decides on any number of memories, as many in a request as the server takes. */
async function inBatches(
  ids: readonly string[],
  decide: (ids: string[]) => Promise<Answered>,
): Promise<{ done: string[]; failed: Failure[] }> {
  const done: string[] = [];
  const failed: Failure[] = [];
  for (let start = 0; start < ids.length; start += MAX_DECIDED_AT_ONCE) {
    const some = ids.slice(start, start + MAX_DECIDED_AT_ONCE);
    try {
      const answer = await decide(some);
      done.push(...answer.ids);
      failed.push(...answer.refused.map(({ memory_id, detail }) => ({ id: memory_id, error: detail })));
    } catch (error) {
      failed.push(...some.map((id) => ({ id, error })));
    }
  }
  return { done, failed };
}

async function forEach(ids: readonly string[], act: (id: string) => Promise<unknown>) {
  const done: string[] = [];
  const failed: Failure[] = [];
  const waiting = [...ids];
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const current = id;
      await act(current).then(
        () => done.push(current),
        (error: unknown) => failed.push({ id: current, error }),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, work));
  return { done, failed };
}

type Key = PlainKey<typeof memoryDecisions>;

/** The texts that say of how many memories something came. */
type Past =
  | "released"
  | "rejected"
  | "superseded_back"
  | "global"
  | "not_global"
  | "restored"
  | "back_in_quarantine"
  | "refreshed"
  | "recited"
  | "recited_back"
  | "followed"
  | "followed_back"
  | "invalidated"
  | "deleted"
  | "suggested"
  | "suggested_back"
  | "global_back"
  | "pinned"
  | "unpinned";

/**
 * `past`: what came of them; `done`: the same where it could not be done; `effect`: what that means; `undoes`: it is no
 * decision of its own, so that one made since can still be undone.
 */
type Words = { past: Past; done: Key; effect?: Key; undoes?: true };

const RELEASED = { past: "released", done: "done_released", effect: "released_effect" } as const;

const OF_QUARANTINE: Record<"release" | "reject", Words> = {
  release: RELEASED,
  reject: { past: "rejected", done: "done_rejected", effect: "rejected_effect" },
};

const OF_SUGGESTION: Record<"accept" | "dismiss", Words> = {
  accept: { past: "global", done: "done_global", effect: "global_effect" },
  dismiss: { past: "not_global", done: "done_dismissed" },
};

const PINNED: Words = { past: "pinned", done: "done_pinned", effect: "pinned_effect" };
const UNPINNED: Words = { past: "unpinned", done: "done_unpinned" };

const ADDRESSED = { past: "addressed", unchanged: "addressed_already", effect: "addressed_effect" } as const;
const NOT_ADDRESSED = { past: "not_addressed", unchanged: "not_addressed_already", effect: null } as const;

/** Of how many it is said that it could not be done: the only one, one of several, or more. */
function whichOf({ done, failed }: { done: readonly string[]; failed: readonly Failure[] }) {
  if (failed.length > 1) return "some";
  return done.length === 0 ? "only" : "one";
}

/**
 * What people can do with memories, each with the words that say what came of it, an undo where there is one, and fresh
 * lists afterwards. Every function resolves to the ids that were changed, and never rejects: failures are said in a toast.
 */
export function useMemoryDecisions() {
  const t = useMessages(memoryDecisions);
  /** Reads again whatever showed the memories: the lists and, being lists too, the counts in the sidebar. */
  const settle = useRefreshAfter(memoryVerifyCitations);

  const conclude = async (
    { done, failed }: { done: string[]; failed: Failure[] },
    words: Words,
    undo?: (ids: string[]) => Promise<unknown>,
  ) => {
    const title = t(words.past, { count: done.length });
    if (done.length > 0 && words.undoes) toast.success(title);
    else if (done.length > 0)
      toastDone(title, {
        description: words.effect && t(words.effect),
        undo: undo && (() => undo(done)),
      });
    const [first] = failed;
    if (first)
      toast.error(
        t("could_not", { which: whichOf({ done, failed }), count: failed.length, done: t(words.done) }),
        {
          description: typeof first.error === "string" ? first.error : problemTextNow(first.error),
          duration: 12_000,
        },
      );
    await settle();
    return done;
  };

  /** What was invalidated or deleted, as it was before. */
  const restoreUndone = async (ids: readonly string[]) =>
    conclude(await decideMany(ids, "restore", t("undone")), {
      past: "restored",
      done: "done_restored",
      undoes: true,
    });

  /** Each back to where it was before the last step. */
  const takeBack = async (ids: readonly string[], past: Past = "back_in_quarantine") =>
    conclude(await forEach(ids, (memory_id) => call(memoryUndo, { memory_id })), {
      past,
      done: "done_put_back",
      undoes: true,
    });

  return {
    settle,

    restore: async (ids: readonly string[]) =>
      conclude(await decideMany(ids, "restore"), { past: "restored", done: "done_restored" }),

    /** Has a memory stand again that was superseded, and deletes what was made in its place. */
    unsupersede: (memory_id: string) => takeBack([memory_id], "superseded_back"),

    /** Checks many, and confirms those whose citations hold. */
    refreshMany: async (ids: readonly string[]) =>
      conclude(await decideMany(ids, "refresh"), {
        past: "refreshed",
        done: "done_refreshed",
        effect: "refreshed_effect",
      }),

    /** Says that a memory is still true of its edited lines, which it cites as they were shown at a commit. */
    recite: async ({ id, version }: { id: string; version: number }, shown_at: string) =>
      conclude(
        await forEach([id], (memory_id) => call(memoryRecite, { memory_id, version, shown_at })),
        { past: "recited", done: "done_moved", effect: "recited_effect" },
        (done) => takeBack(done, "recited_back"),
      ),

    /** Cites texts where they stand now that were copied before they went from their place. */
    follow: async ({ id, version }: { id: string; version: number }) =>
      conclude(
        await forEach([id], (memory_id) => call(memoryFollow, { memory_id, version })),
        { past: "followed", done: "done_followed" },
        (done) => takeBack(done, "followed_back"),
      ),

    invalidate: async (ids: readonly string[], reason: string) =>
      conclude(
        await decideMany(ids, "invalidate", reason),
        { past: "invalidated", done: "done_invalidated", effect: "invalidated_effect" },
        restoreUndone,
      ),

    remove: async (ids: readonly string[]) =>
      conclude(
        await forEach(ids, (memory_id) => call(memoryDelete, { memory_id })),
        { past: "deleted", done: "done_deleted", effect: "deleted_effect" },
        restoreUndone,
      ),

    release: async (ids: readonly string[]) =>
      conclude(await forEach(ids, (memory_id) => call(memoryRelease, { memory_id })), RELEASED, (done) =>
        takeBack(done),
      ),

    /** What a lead decides on quarantined memories, as many in a request as the server takes. */
    decideQuarantined: async (ids: readonly string[], decision: "release" | "reject", reason: string) =>
      conclude(
        await inBatches(ids, (some) => call(quarantineDecide, { ids: some, decision, reason })),
        OF_QUARANTINE[decision],
        (done) => takeBack(done),
      ),

    /** Has a memory wait for a lead to let it reach every repository. */
    suggestGlobal: async (memory_id: string, reason: string) =>
      conclude(
        await forEach([memory_id], () => call(memorySuggestGlobal, { memory_id, reason })),
        { past: "suggested", done: "done_suggested", effect: "suggested_effect" },
        (done) => takeBack(done, "suggested_back"),
      ),

    /** What a lead decides on such a suggestion, or without one. */
    decideGlobal: async (memory_id: string, decision: "accept" | "dismiss") =>
      conclude(
        await forEach([memory_id], () => call(memoryDecideGlobal, { memory_id, decision })),
        OF_SUGGESTION[decision],
        (done) => takeBack(done, "global_back"),
      ),

    pin: async (memory_id: string, version: number, pinned: boolean) =>
      conclude(
        await forEach([memory_id], () => call(memoryUpdate, { memory_id, version, pinned })),
        pinned ? PINNED : UNPINNED,
      ),

    markAddressed: async (ids: readonly string[], addressed: boolean): Promise<string[]> => {
      const words = addressed ? ADDRESSED : NOT_ADDRESSED;
      const mark = (value: boolean, which: readonly string[]) =>
        call(memoryMarkAddressed, { ids: [...which], addressed: value });
      try {
        const { ids: changed } = await mark(addressed, ids);
        if (changed.length === 0) toast.info(t(words.unchanged));
        else
          toastDone(t(words.past, { count: changed.length }), {
            description: words.effect === null ? undefined : t(words.effect),
            undo: () =>
              mark(!addressed, changed).then(settle, (error: unknown) =>
                toastProblem(t("unmark_failed"), error),
              ),
          });
        await settle();
        return changed;
      } catch (error) {
        toastProblem(t("mark_failed"), error);
        return [];
      }
    },

    /** Checks the citations and, when all hold, confirms the memory. Answers whether it did. */
    refresh: async (memory_id: string): Promise<boolean> => {
      try {
        const { stored, reason, memory } = await call(memoryRefresh, { memory_id });
        if (stored)
          toastDone(t("refreshed", { count: 1 }), {
            description: t(memory?.citations.length === 0 ? "refreshed_uncited" : "refreshed_effect"),
          });
        else if (reason === "citations_unreachable")
          toast.warning(t("not_refreshed_unreachable"), { description: t("not_refreshed_unreachable_hint") });
        else toast.warning(t("not_refreshed_invalid"), { description: t("not_refreshed_invalid_hint") });
        await settle();
        return stored;
      } catch (error) {
        toastProblem(t("refresh_failed"), error);
        return false;
      }
    },

    /** Checks the citations against the newest commit and says what was found. */
    verify: async (memory_id: string): Promise<void> => {
      try {
        const { valid, valid_count, invalid_count, unknown_count } = await call(memoryVerifyCitations, {
          memory_id,
        });
        const count = valid_count + invalid_count + unknown_count;
        if (count === 0) toast.info(t("nothing_to_check"));
        else if (valid) toast.success(t("checked_valid", { count }));
        else if (valid === null)
          toast.warning(t("checked_unknown", { count, unknown: unknown_count }), {
            description: t("checked_unknown_hint"),
          });
        else
          toast.warning(t("checked_invalid", { count, invalid: invalid_count }), {
            description: t("checked_invalid_hint"),
          });
        await settle();
      } catch (error) {
        toastProblem(t("check_failed"), error);
      }
    },
  };
}
