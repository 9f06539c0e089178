"use client";

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
import { countOf, formatCount, wordFor } from "./format";
import { problemText, toastProblem } from "./problem";
import { undoing } from "./undo";
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

const memories = (count: number) => {
  if (count === 1) return "memory";
  return `${formatCount(count)} memories`;
};
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

type Words = { past: string; verb: string; description?: string };

const OF_QUARANTINE: Record<"release" | "reject", Words> = {
  release: { past: "released", verb: "released", description: "It can be served to agents now." },
  reject: { past: "rejected", verb: "rejected", description: "It is invalid now, and not served." },
};

const OF_SUGGESTION: Record<"accept" | "dismiss", Words> = {
  accept: { past: "global now", verb: "made global", description: "It reaches every repository." },
  dismiss: { past: "not made global", verb: "dismissed" },
};

const ADDRESSED = {
  past: "marked as addressed",
  unchanged: "All of them were already marked",
  description: "Left out of context packs, still found by search.",
};
const NOT_ADDRESSED = {
  past: "no longer marked as addressed",
  unchanged: "None of them was marked",
  description: undefined,
};

/** The subject of what is said about so many memories. */
function subjectOf(count: number): string {
  if (count === 1) return "Memory";
  return capital(memories(count));
}

/**
 * What people can do with memories, each with the words that say what came of it, an undo where there is one, and fresh
 * lists afterwards. Every function resolves to the ids that were changed, and never rejects: failures are said in a toast.
 */
export function useMemoryDecisions() {
  /** Reads again whatever showed the memories: the lists and, being lists too, the counts in the sidebar. */
  const settle = useRefreshAfter(memoryVerifyCitations);

  const conclude = async (
    { done, failed }: { done: string[]; failed: Failure[] },
    words: Words,
    undo?: (ids: string[]) => Promise<unknown>,
  ) => {
    if (done.length > 0)
      toast.success(`${subjectOf(done.length)} ${words.past}`, {
        description: words.description,
        duration: 10_000,
        ...(undo && { action: undoing(() => undo(done)) }),
      });
    const [first] = failed;
    if (first)
      toast.error(
        failed.length === 1 && done.length === 0
          ? `The memory could not be ${words.verb}`
          : `${capital(memories(failed.length))} could not be ${words.verb}`,
        {
          description: typeof first.error === "string" ? first.error : problemText(first.error),
          duration: 12_000,
        },
      );
    await settle();
    return done;
  };

  const restore = async (ids: readonly string[], reason?: string) =>
    conclude(await decideMany(ids, "restore", reason), { past: "restored", verb: "restored" });

  /** Each back to where it was before the last step. */
  const takeBack = async (ids: readonly string[], past = "back in quarantine") =>
    conclude(await forEach(ids, (memory_id) => call(memoryUndo, { memory_id })), { past, verb: "put back" });

  return {
    settle,
    restore,
    /** The button that takes a decision back, which `undoLatest` then does too. */
    undoing,

    /** Checks many, and confirms those whose citations hold. */
    refreshMany: async (ids: readonly string[]) =>
      conclude(await decideMany(ids, "refresh"), {
        past: "refreshed",
        verb: "refreshed",
        description: "Every citation is valid at the newest commit.",
      }),

    /** Says that a memory is still true of its edited lines, which it cites as they were shown at a commit. */
    recite: async ({ id, version }: { id: string; version: number }, shown_at: string) =>
      conclude(
        await forEach([id], (memory_id) => call(memoryRecite, { memory_id, version, shown_at })),
        {
          past: "confirmed: it cites the new lines",
          verb: "moved to the new lines",
          description: "From now on, checks compare with these lines.",
        },
        (done) => takeBack(done, "cites its previous lines again"),
      ),

    /** Cites texts where they stand now that were copied before they went from their place. */
    follow: async ({ id, version }: { id: string; version: number }) =>
      conclude(
        await forEach([id], (memory_id) => call(memoryFollow, { memory_id, version })),
        { past: "moved to where its text is now", verb: "followed" },
        (done) => takeBack(done, "cites its previous place again"),
      ),

    invalidate: async (ids: readonly string[], reason: string) =>
      conclude(
        await decideMany(ids, "invalidate", reason),
        { past: "invalidated", verb: "invalidated", description: "It is no longer served to agents." },
        (done) => restore(done, "Undone"),
      ),

    remove: async (ids: readonly string[]) =>
      conclude(
        await forEach(ids, (memory_id) => call(memoryDelete, { memory_id })),
        {
          past: "deleted",
          verb: "deleted",
          description: "It can be restored from the list of deleted memories.",
        },
        (done) => restore(done, "Undone"),
      ),

    release: async (ids: readonly string[]) =>
      conclude(
        await forEach(ids, (memory_id) => call(memoryRelease, { memory_id })),
        { past: "released", verb: "released", description: "It can be served to agents now." },
        (done) => takeBack(done),
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
        { past: "suggested", verb: "suggested", description: "A lead decides whether it becomes global." },
        (done) => takeBack(done, "no longer suggested"),
      ),

    /** What a lead decides on such a suggestion, or without one. */
    decideGlobal: async (memory_id: string, decision: "accept" | "dismiss") =>
      conclude(
        await forEach([memory_id], () => call(memoryDecideGlobal, { memory_id, decision })),
        OF_SUGGESTION[decision],
        (done) => takeBack(done, "restored to its previous state"),
      ),

    pin: async (memory_id: string, version: number, pinned: boolean) => {
      const words = pinned ? "pinned" : "unpinned";
      return conclude(await forEach([memory_id], () => call(memoryUpdate, { memory_id, version, pinned })), {
        past: words,
        verb: words,
        ...(pinned && { description: "Pinned memories never expire." }),
      });
    },

    markAddressed: async (ids: readonly string[], addressed: boolean): Promise<string[]> => {
      const words = addressed ? ADDRESSED : NOT_ADDRESSED;
      const mark = (value: boolean, which: readonly string[]) =>
        call(memoryMarkAddressed, { ids: [...which], addressed: value });
      try {
        const { ids: changed } = await mark(addressed, ids);
        if (changed.length === 0) toast.info(words.unchanged);
        else
          toast.success(`${capital(memories(changed.length))} ${words.past}`, {
            description: words.description,
            duration: 10_000,
            action: undoing(() =>
              mark(!addressed, changed).then(settle, (error: unknown) =>
                toastProblem("The mark could not be undone", error),
              ),
            ),
          });
        await settle();
        return changed;
      } catch (error) {
        toastProblem("The memories could not be marked", error);
        return [];
      }
    },

    /** Checks the citations and, when all hold, confirms the memory. Answers whether it did. */
    refresh: async (memory_id: string): Promise<boolean> => {
      try {
        const { stored, reason, memory } = await call(memoryRefresh, { memory_id });
        if (stored)
          toast.success("Memory refreshed", {
            description:
              memory?.citations.length === 0
                ? "It has no citations, so your confirmation counts."
                : "Every citation is valid at the newest commit.",
          });
        else if (reason === "citations_unreachable")
          toast.warning("Not refreshed: the repository could not be read", {
            description: "This does not count against the memory. Fetch the repository, then try again.",
          });
        else
          toast.warning("Not refreshed: a citation is edited or missing", {
            description: "Correct it with the code as it is now, or invalidate it.",
          });
        await settle();
        return stored;
      } catch (error) {
        toastProblem("The memory could not be refreshed", error);
        return false;
      }
    },

    /** Checks the citations against the newest commit and says what was found. */
    verify: async (memory_id: string): Promise<void> => {
      try {
        const { valid, valid_count, invalid_count, unknown_count } = await call(memoryVerifyCitations, {
          memory_id,
        });
        const all = valid_count + invalid_count + unknown_count;
        const of = countOf(all, "citation", "citations");
        if (all === 0) toast.info("Nothing to check: it has no citations");
        else if (valid) toast.success(`Checked ${of}: ${wordFor(all, "valid", "all valid")}`);
        else if (valid === null)
          toast.warning(`Checked ${of}: ${formatCount(unknown_count)} could not be read`, {
            description: "What cannot be read does not count against the memory.",
          });
        else
          toast.warning(`Checked ${of}: ${formatCount(invalid_count)} edited or missing`, {
            description: "The memory is not served until someone decides.",
          });
        await settle();
      } catch (error) {
        toastProblem("The citations could not be checked", error);
      }
    },
  };
}
