import { settingsOf } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import * as sql from "@/lib/db/sql/hygiene";
import { type Actor, actorRef } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { decodeCursor, encodeCursor } from "@/lib/kernel/pagination";
import { DAY_MS } from "@/lib/kernel/time";
import {
  maySeeMemory,
  memoriesByIds,
  mergeInto,
  redactText,
  resolveRepository,
  type Step,
  undoStep,
} from "@/lib/memories";
import type { Memory, MemoryBrief } from "@/lib/memories/contract";
import { defineOperation } from "@/lib/runtime/operation";
import { mayBeSame } from "./claims";
import { recordContradictions } from "./conflicts";
import { carryOut, countContradictions, type Plan, planConsolidation, worthFirst } from "./consolidate";
import * as contract from "./contract";
import { decodeNear, decodeUses, encodeNear, encodeUses } from "./cursor";
import { readAll } from "./jobs";
import { prepareCorrection, resolve, takeBack } from "./resolve";
import * as store from "./store";

const ofActor = ({ actor }: { actor: Actor }) => ({ organization_id: actor.organization_id });

async function repositoryOf(db: Db, actor: Actor, reference: string | undefined): Promise<string | null> {
  if (reference === undefined) return null;
  return (await resolveRepository(db, { actor, reference, pointer: "/repository" })).id;
}

/** True when the organization has memory switched off and an agent asks. */
async function isOff({ db, actor }: { db: Db; actor: Actor }): Promise<boolean> {
  return actor.kind === "agent" && !(await settingsOf(db, ofActor({ actor }))).enabled;
}

const reasonOf = async ({ input }: { input: { reason?: string | undefined } }) =>
  input.reason === undefined ? null : redactText(input.reason);

// Conflicts --------------------------------------------------------------------------------------------------

type OfConflict = { db: Db; actor: Actor; input: { conflict_id: string } };

async function loadConflict({ db, actor, input }: OfConflict): Promise<contract.Conflict> {
  const conflict = (await isOff({ db, actor }))
    ? null
    : await store.findConflict(db, { ...ofActor({ actor }), ...input });
  if (!conflict) throw new AppError("not_found", "This conflict does not exist.");
  return conflict;
}

/** Whoever may see each of its memories may see, and decide, a conflict. */
const maySeeConflict = (actor: Actor, { memories }: contract.Conflict) =>
  memories.every((memory) => maySeeMemory(actor, memory));

const conflictList = defineOperation(contract.conflictList, {
  load: async (context) => ({ off: await isOff(context) }),
  authorize: () => true,
  handle: async ({ db, actor, input, subject }) => {
    if (subject.off) return { items: [], next_cursor: null, total: 0 };
    const { cursor, limit, repository, ...filters } = input;
    const repository_id = (await repositoryOf(db, actor, repository)) ?? undefined;
    const where = {
      ...ofActor({ actor }),
      ...filters,
      repository_id,
      visible_repository_ids: actor.repository_ids,
    };
    const after = cursor === undefined ? null : decodeCursor(cursor);
    const keys = await sql.findConflictKeys(db, { where, after, limit: limit + 1 });
    const shown = keys.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: await store.conflictsByIds(db, { ...ofActor({ actor }), ids: shown.map(({ id }) => id) }),
      next_cursor:
        keys.length > limit && last ? encodeCursor({ at: last.at.toISOString(), id: last.id }) : null,
      total: await sql.countConflicts(db, { where }),
    };
  },
});

const conflictGet = defineOperation(contract.conflictGet, {
  load: loadConflict,
  authorize: maySeeConflict,
  handle: async ({ subject }) => subject,
});

async function answer(db: Db, actor: Actor, conflict_id: string): Promise<contract.Conflict> {
  const conflict = await store.findConflict(db, { ...ofActor({ actor }), conflict_id });
  if (!conflict) throw new AppError("not_found", "This conflict does not exist.");
  return conflict;
}

const conflictResolve = defineOperation(contract.conflictResolve, {
  load: loadConflict,
  authorize: maySeeConflict,
  prepare: async (context) => ({
    reason: await reasonOf(context),
    correction: await prepareCorrection(context.db, {
      actor: context.actor,
      conflict: context.subject,
      decision: context.input,
    }),
  }),
  handle: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const { version, decision } = input;
    await sql.lockConflicts(db, ofActor({ actor }));
    const conflict = await answer(db, actor, subject.id);
    if (version !== undefined && version !== conflict.version)
      throw new AppError("conflict", "Somebody decided on this meanwhile; read it again.");
    const { kept_id, steps } = await resolve(db, {
      actor,
      conflict,
      decision: input,
      now: now(),
      ...prepared,
    });
    audit({ subject_id: conflict.id, detail: { decision, kept_id, against: steps.length } });
    return answer(db, actor, conflict.id);
  },
});

const conflictUndo = defineOperation(contract.conflictUndo, {
  load: loadConflict,
  authorize: maySeeConflict,
  prepare: reasonOf,
  handle: async ({ db, actor, subject, prepared: reason, now, audit }) => {
    await sql.lockConflicts(db, ofActor({ actor }));
    const conflict = await answer(db, actor, subject.id);
    await takeBack(db, { actor, conflict, reason, now: now() });
    audit({ subject_id: conflict.id, detail: { undone: conflict.decision } });
    return answer(db, actor, conflict.id);
  },
});

// Hygiene ----------------------------------------------------------------------------------------------------

const unusedBefore = (now: Date) => new Date(now.getTime() - contract.UNUSED_DAYS * DAY_MS);

const hygieneGet = defineOperation(contract.hygieneGet, {
  authorize: (actor) => actor.kind !== "agent",
  handle: async ({ db, actor, input, now }) => {
    const repository_id = await repositoryOf(db, actor, input.repository);
    const where = { ...ofActor({ actor }), visible_repository_ids: actor.repository_ids, repository_id };
    const unused_before = unusedBefore(now());
    const inQueue = (queue: sql.HygieneQueue) => sql.countInQueue(db, { where, queue, unused_before });
    const [
      exact,
      near,
      contradictions,
      never_used,
      recall_loops,
      unverifiable,
      secret_like,
      quarantined,
      memories,
    ] = await Promise.all([
      sql.countExactGroups(db, where),
      sql.countNearPairs(db, where),
      sql.countConflicts(db, {
        where: { ...where, status: "open", repository_id: repository_id ?? undefined },
      }),
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
      never_used,
      recall_loops,
      unverifiable,
      secret_like,
      instruction_like: quarantined,
      memories,
    };
  },
});

const briefOf = (memory: Memory): MemoryBrief => {
  const { id, kind, statement, status, status_reason, status_since, created_at, superseded_by } = memory;
  return { id, kind, statement, status, status_reason, status_since, created_at, superseded_by };
};

const hygieneMemoryList = defineOperation(contract.hygieneMemoryList, {
  authorize: (actor) => actor.kind !== "agent",
  handle: async ({ db, actor, input, now }) => {
    const { queue, cursor, limit } = input;
    const repository_id = await repositoryOf(db, actor, input.repository);
    const where = { ...ofActor({ actor }), visible_repository_ids: actor.repository_ids, repository_id };
    const unused_before = unusedBefore(now());
    const after = cursor === undefined ? null : decodeUses(cursor);
    const rows = await sql.findInQueue(db, { where, queue, unused_before, after, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const ids = shown.flatMap(({ id, other_id }) => (other_id === null ? [id] : [id, other_id]));
    const memories = await byId(db, actor, ids);
    return {
      items: shown.flatMap(({ id, other_id }) => {
        const memory = memories.get(id);
        const source = other_id === null ? undefined : memories.get(other_id);
        return memory ? [{ memory, source: source ? briefOf(source) : null }] : [];
      }),
      next_cursor: rows.length > limit && last ? encodeUses(last) : null,
      total: await sql.countInQueue(db, { where, queue, unused_before }),
    };
  },
});

async function byId(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Memory>> {
  const found = await memoriesByIds(db, { ...ofActor({ actor }), ids: [...new Set(ids)] });
  return new Map(found.filter((memory) => maySeeMemory(actor, memory)).map((memory) => [memory.id, memory]));
}

const duplicateList = defineOperation(contract.duplicateList, {
  authorize: (actor) => actor.kind !== "agent",
  handle: async ({ db, actor, input }) => {
    const { kind, cursor, limit } = input;
    const repository_id = await repositoryOf(db, actor, input.repository);
    const seen = { visible_repository_ids: actor.repository_ids, repository_id };
    const all = { ...ofActor({ actor }), session_id: null, ids: null, where: seen, limit: limit + 1 };
    if (kind === "exact") {
      const groups = await sql.findExactGroups(db, { ...all, after: cursor });
      const shown = groups.slice(0, limit);
      const memories = await byId(
        db,
        actor,
        shown.flatMap(({ ids }) => ids),
      );
      return {
        items: shown.map(({ ids }) => toDuplicate(memories, ids, null)),
        next_cursor: groups.length > limit ? (shown.at(-1)?.key ?? null) : null,
        total: await sql.countExactGroups(db, { ...ofActor({ actor }), ...seen }),
      };
    }
    const after = cursor === undefined ? undefined : decodeNear(cursor);
    const pairs = await sql.findNearPairs(db, { ...all, from: 0, after });
    const shown = pairs.slice(0, limit);
    const last = shown.at(-1);
    const memories = await byId(
      db,
      actor,
      shown.flatMap(({ one, other }) => [one, other]),
    );
    return {
      items: shown.map(({ one, other, similarity }) => toDuplicate(memories, [one, other], similarity)),
      next_cursor: pairs.length > limit && last ? encodeNear(last) : null,
      total: await sql.countNearPairs(db, { ...ofActor({ actor }), ...seen }),
    };
  },
});

function toDuplicate(
  memories: ReadonlyMap<string, Memory>,
  ids: readonly string[],
  similarity: number | null,
): contract.Duplicate {
  const own = ids.flatMap((id) => memories.get(id) ?? []).toSorted(worthFirst);
  const [first, ...others] = own;
  return {
    memories: own,
    similarity,
    safe:
      similarity === null ||
      (first !== undefined && others.every(({ statement }) => mayBeSame(first.statement, statement))),
  };
}

const duplicateMerge = defineOperation(contract.duplicateMerge, {
  load: async ({ db, actor, input }) => byId(db, actor, input.groups.flat()),
  authorize: (actor) => actor.kind !== "agent",
  handle: async ({ db, actor, input, subject, now, audit }) => {
    for (const [index, ids] of input.groups.entries()) {
      const members = ids.map((id) => subject.get(id));
      const reaches = new Set(members.map((memory) => (memory ? reachOf(memory) : null)));
      if (reaches.has(null)) throw invalidField(`/groups/${index}`, "names a memory that does not exist");
      if (reaches.size > 1)
        throw invalidField(
          `/groups/${index}`,
          "holds memories of different kinds or reach; only alike ones merge",
        );
    }
    const steps: Step[] = [];
    for (const [into, ...ids] of input.groups)
      if (into !== undefined)
        steps.push(
          ...(await mergeInto(db, {
            ...ofActor({ actor }),
            actor: actorRef(actor),
            now: now(),
            into,
            ids,
            reason: "Another memory says the same.",
          })),
        );
    audit({ detail: { groups: input.groups.length, merged: steps.map(({ memory_id }) => memory_id) } });
    return { merged: steps.length, steps };
  },
});

/** What two memories must share to be one. */
function reachOf({ kind, scope, repository, agent, session_id }: Memory): string {
  return JSON.stringify([
    kind,
    scope,
    scope === "repository" ? repository?.id : null,
    scope === "agent" ? agent : null,
    scope === "session" ? session_id : null,
  ]);
}

const duplicateDismiss = defineOperation(contract.duplicateDismiss, {
  load: async ({ db, actor, input }) =>
    byId(
      db,
      actor,
      input.pairs.flatMap(({ one, other }) => [one, other]),
    ),
  authorize: (actor) => actor.kind !== "agent",
  handle: async ({ db, actor, input, subject, now, audit }) => {
    for (const [index, { one, other }] of input.pairs.entries())
      if (one === other || !subject.has(one) || !subject.has(other))
        throw invalidField(`/pairs/${index}`, "must name two memories that exist");
    const { pairs, distinct: holds } = input;
    await sql.putJudged(db, { ...ofActor({ actor }), relation: "distinct", pairs, holds, now: now() });
    audit({ detail: { pairs: input.pairs.length, distinct: holds } });
    return { count: input.pairs.length };
  },
});

const hygieneUndo = defineOperation(contract.hygieneUndo, {
  load: async ({ db, actor, input }) =>
    byId(
      db,
      actor,
      input.steps.map(({ memory_id }) => memory_id),
    ),
  authorize: (actor) => actor.kind !== "agent",
  prepare: reasonOf,
  handle: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    const refused: { memory_id: string; detail: string }[] = [];
    let undone = 0;
    for (const step of input.steps.toReversed())
      try {
        if (!subject.has(step.memory_id)) throw new AppError("not_found", "This memory does not exist.");
        await undoStep(db, { actor, step, reason, now: now() });
        undone += 1;
      } catch (error) {
        // Each of these is thrown before the first write of its step.
        if (!(error instanceof AppError)) throw error;
        refused.push({ memory_id: step.memory_id, detail: error.message });
      }
    audit({ detail: { undone, refused: refused.length } });
    return { undone, refused };
  },
});

// Consolidation ----------------------------------------------------------------------------------------------

async function inWords(db: Db, actor: Actor, plan: Plan): Promise<Omit<contract.Consolidation, "conflicts">> {
  const ids = [...plan.promotions, ...plan.endings].map(({ id }) => id);
  const memories = await byId(db, actor, ids);
  return {
    merges: plan.merges.map(({ into, merged, why }) => ({
      kept: briefOf(into),
      merged: merged.map(briefOf),
      why,
    })),
    promotions: plan.promotions.flatMap(({ id, why }) => {
      const memory = memories.get(id);
      return memory ? [{ memory: briefOf(memory), why }] : [];
    }),
    endings: plan.endings.flatMap(({ id }) => {
      const memory = memories.get(id);
      return memory ? [briefOf(memory)] : [];
    }),
  };
}

const memoryConsolidate = defineOperation(contract.memoryConsolidate, {
  // A key that is bound to repositories does not decide on the others' memories.
  authorize: (actor) => actor.repository_ids === null,
  // What memories claim is read before, some at a time; it is kept, and changes no memory.
  prepare: ({ db, actor, now }) => readAll(db, { ...ofActor({ actor }), now }),
  handle: async ({ db, actor, input: { dry_run }, ai, now, audit }) => {
    const by = { ...ofActor({ actor }), actor: actorRef(actor), now: now() };
    const plan = await planConsolidation(db, {
      ...ofActor({ actor }),
      session: null,
      embedder_id: ai.embedder?.id ?? null,
    });
    const planned = await inWords(db, actor, plan);
    if (dry_run)
      return {
        ...planned,
        dry_run,
        steps: [],
        conflicts: await countContradictions(db, actor.organization_id),
      };
    const { steps, ...did } = await carryOut(db, { ...by, plan });
    const conflicts = await recordContradictions(db, { ...by, session_id: null, ids: null });
    await store.insertConsolidation(db, { ...by, session_id: null, did: { ...did, conflicts }, steps });
    audit({ detail: { ...did, conflicts } });
    return { ...planned, conflicts, dry_run, steps };
  },
});

export const operations = [
  conflictList,
  conflictGet,
  conflictResolve,
  conflictUndo,
  hygieneGet,
  hygieneMemoryList,
  duplicateList,
  duplicateMerge,
  duplicateDismiss,
  hygieneUndo,
  memoryConsolidate,
];
