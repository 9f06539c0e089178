import type { Db } from "@/lib/db/client";
import * as conflictSql from "@/lib/db/sql/conflicts";
import * as duplicateSql from "@/lib/db/sql/duplicates";
import * as sql from "@/lib/db/sql/hygiene";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { nextCursor } from "@/lib/kernel/pagination";
import { DAY_MS } from "@/lib/kernel/time";
import {
  briefOf,
  countSuggestions,
  listedFor,
  lockSteps,
  maySeeMemory,
  memoriesByIds,
  mergeInto,
  reachOf,
  reasonOf,
  type Step,
  undoStep,
} from "@/lib/memories";
import type { Memory } from "@/lib/memories/contract";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import { mayBeSame } from "../conflicts/same-claims";
import { compareForKeeping } from "../consolidation/consolidate";
import * as contract from "../contract";
import { decodeNear, decodeUses, encodeNear, encodeUses } from "./cursor";

const unusedBefore = (now: Date) => new Date(now.getTime() - contract.UNUSED_DAYS * DAY_MS);

export const hygieneGet = defineQuery(contract.hygieneGet, {
  authorize: "filtered",
  read: async ({ db, actor, input, now }) => {
    const where = await listedFor(db, { actor, repository: input.repository });
    const unused_before = unusedBefore(now());
    const inQueue = (queue: sql.HygieneQueue) => sql.countInQueue(db, { where, queue, unused_before });
    const [
      exact,
      near,
      contradictions,
      suggestions,
      never_used,
      recall_loops,
      unverifiable,
      secret_like,
      quarantined,
      memories,
    ] = await Promise.all([
      duplicateSql.countExactGroups(db, where),
      duplicateSql.countNearPairs(db, where),
      conflictSql.countConflicts(db, {
        where: {
          ...where,
          asking_agent: null,
          status: "open",
          repository_id: where.repository_id ?? undefined,
        },
      }),
      countSuggestions(db, { ...where, status: "open" }),
      inQueue("never_used"),
      inQueue("recall_loop"),
      inQueue("unverifiable"),
      inQueue("secret_like"),
      sql.countQuarantined(db, where),
      sql.countLive(db, where),
    ]);
    return {
      exact_duplicates: exact,
      near_duplicates: near,
      contradictions,
      suggestions,
      never_used,
      recall_loops,
      unverifiable,
      secret_like,
      instruction_like: quarantined,
      memories,
    };
  },
});

export const hygieneMemoryList = defineQuery(contract.hygieneMemoryList, {
  authorize: "filtered",
  read: async ({ db, actor, input, now }) => {
    const { queue, cursor, limit } = input;
    const where = await listedFor(db, { actor, repository: input.repository });
    const unused_before = unusedBefore(now());
    const after = cursor === undefined ? null : decodeUses(cursor);
    const rows = await sql.findInQueue(db, { where, queue, unused_before, after, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const ids = shown.flatMap(({ id, other_id }) => {
      if (other_id === null) return [id];
      return [id, other_id];
    });
    const memories = await byId(db, actor, ids);
    return {
      items: shown.flatMap(({ id, other_id }) => {
        const memory = memories.get(id);
        const source = other_id === null ? undefined : memories.get(other_id);
        if (memory) return [{ memory, source: source ? briefOf(source) : null }];
        return [];
      }),
      next_cursor: nextCursor(rows, limit, encodeUses),
      total: await sql.countInQueue(db, { where, queue, unused_before }),
    };
  },
});

export async function byId(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Memory>> {
  const found = await memoriesByIds(db, { ...tenantOf({ actor }), ids: [...new Set(ids)] });
  return new Map(found.filter((memory) => maySeeMemory(actor, memory)).map((memory) => [memory.id, memory]));
}

export const duplicateList = defineQuery(contract.duplicateList, {
  authorize: "filtered",
  read: async ({ db, actor, input }) => {
    const { kind, cursor, limit } = input;
    const seen = await listedFor(db, { actor, repository: input.repository });
    const all = { ...tenantOf({ actor }), session_id: null, ids: null, where: seen, limit: limit + 1 };
    if (kind === "exact") {
      const groups = await duplicateSql.findExactGroups(db, { ...all, after: cursor });
      const shown = groups.slice(0, limit);
      const memories = await byId(
        db,
        actor,
        shown.flatMap(({ ids }) => ids),
      );
      return {
        items: shown.map(({ ids }) => toDuplicate(memories, ids, null)),
        next_cursor: nextCursor(groups, limit, ({ key }) => key),
        total: await duplicateSql.countExactGroups(db, { ...tenantOf({ actor }), ...seen }),
      };
    }
    const after = cursor === undefined ? undefined : decodeNear(cursor);
    const pairs = await duplicateSql.findNearPairs(db, { ...all, from: 0, after });
    const shown = pairs.slice(0, limit);
    const memories = await byId(
      db,
      actor,
      shown.flatMap(({ one, other }) => [one, other]),
    );
    return {
      items: shown.map(({ one, other, similarity }) => toDuplicate(memories, [one, other], similarity)),
      next_cursor: nextCursor(pairs, limit, encodeNear),
      total: await duplicateSql.countNearPairs(db, { ...tenantOf({ actor }), ...seen }),
    };
  },
});

function toDuplicate(
  memories: ReadonlyMap<string, Memory>,
  ids: readonly string[],
  similarity: number | null,
): contract.Duplicate {
  const own = ids.flatMap((id) => memories.get(id) ?? []).toSorted(compareForKeeping);
  const [first, ...others] = own;
  return {
    memories: own,
    similarity,
    safe:
      similarity === null ||
      (first !== undefined && others.every(({ statement }) => mayBeSame(first.statement, statement))),
  };
}

const LEFT_OUT =
  "It, or the one to keep, changed since it was looked at, or is not in use any more; look at both again.";

export const duplicateMerge = defineCommand(contract.duplicateMerge, {
  load: async ({ db, actor, input }) => byId(db, actor, input.groups.flat()),
  authorize: "filtered",
  write: async ({ db, actor, input, subject, now, audit }) => {
    for (const [index, ids] of input.groups.entries()) {
      const members = ids.map((id) => subject.get(id));
      const reaches = new Set(
        members.map((memory) => {
          if (memory) return reachOf(memory);
          return null;
        }),
      );
      if (reaches.has(null)) throw invalidField(`/groups/${index}`, "names a memory that does not exist");
      if (reaches.size > 1)
        throw invalidField(
          `/groups/${index}`,
          "has memories of different kinds or scopes, or kept for different people; they cannot be merged",
        );
    }
    const compared = new Map([...subject.values()].map(({ id, version }) => [id, version]));
    for (const { memory_id, version } of input.versions ?? []) compared.set(memory_id, version);
    const steps: Step[] = [];
    for (const [into, ...ids] of input.groups)
      if (into !== undefined)
        steps.push(
          ...(await mergeInto(db, {
            ...tenantOf({ actor }),
            actor: actorRef(actor),
            now: now(),
            into,
            ids,
            compared,
            reason: "Another memory says the same.",
          })),
        );
    const merged = new Set(steps.map(({ memory_id }) => memory_id));
    const left_out = new Set(
      input.groups.flatMap(([into, ...ids]) => ids.filter((id) => id !== into && !merged.has(id))),
    );
    audit({ detail: { groups: input.groups.length, merged: [...merged], refused: left_out.size } });
    return {
      merged: steps.length,
      steps,
      refused: [...left_out].map((memory_id) => ({ memory_id, detail: LEFT_OUT })),
    };
  },
});

export const duplicateDismiss = defineCommand(contract.duplicateDismiss, {
  load: async ({ db, actor, input }) =>
    byId(
      db,
      actor,
      input.pairs.flatMap(({ one, other }) => [one, other]),
    ),
  authorize: "filtered",
  write: async ({ db, actor, input, subject, now, audit }) => {
    for (const [index, { one, other }] of input.pairs.entries())
      if (one === other || !subject.has(one) || !subject.has(other))
        throw invalidField(`/pairs/${index}`, "must name two memories that exist");
    const { pairs, distinct: holds } = input;
    await duplicateSql.storePairVerdicts(db, {
      ...tenantOf({ actor }),
      relation: "distinct",
      pairs,
      holds,
      now: now(),
    });
    audit({ detail: { pairs: input.pairs.length, distinct: holds } });
    return { count: input.pairs.length };
  },
});

export const hygieneUndo = defineCommand(contract.hygieneUndo, {
  load: async ({ db, actor, input }) =>
    byId(
      db,
      actor,
      input.steps.map(({ memory_id }) => memory_id),
    ),
  authorize: "filtered",
  prepare: reasonOf,
  write: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    const refused: { memory_id: string; detail: string }[] = [];
    let undone = 0;
    await lockSteps(db, { ...tenantOf({ actor }), steps: input.steps });
    for (const step of input.steps.toReversed())
      try {
        if (!subject.has(step.memory_id)) throw new AppError("not_found", "This memory does not exist.");
        await undoStep(db, { actor, step, reason, now: now() });
        undone += 1;
      } catch (error) {
        // Each of these is thrown before the first write of its step: what it is about is locked.
        if (!(error instanceof AppError)) throw error;
        refused.push({ memory_id: step.memory_id, detail: error.message });
      }
    audit({ detail: { undone, refused: refused.length } });
    return { undone, refused };
  },
});
