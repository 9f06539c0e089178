import type { Db } from "@/lib/db/client";
import * as conflictSql from "@/lib/db/sql/conflicts";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { encodeCursor, nextCursor, positionOf } from "@/lib/kernel/pagination";
import { iso } from "@/lib/kernel/time";
import { maySeeMemory, namedRepository, reasonOf, seenBy } from "@/lib/memories";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import * as store from "./queries";
import { prepareCorrected, resolve, undoResolution } from "./resolve";

type OfConflict = { db: Db; actor: Actor; input: { conflict_id: string } };

async function loadConflict({ db, actor, input }: OfConflict): Promise<contract.Conflict> {
  const conflict = await store.findConflict(db, { ...tenantOf({ actor }), ...input });
  if (!conflict) throw new AppError("not_found", "This conflict does not exist.");
  return conflict;
}

/** Who may see each of its memories may see, and decide, a conflict. */
const maySeeConflict = (actor: Actor, { memories }: contract.Conflict) =>
  memories.every((memory) => maySeeMemory(actor, memory));

export const conflictList = defineQuery(contract.conflictList, {
  authorize: "filtered",
  read: async ({ db, actor, input }) => {
    const { cursor, limit, repository, ...filters } = input;
    const repository_id = await namedRepository(db, { actor, repository });
    const where = { ...seenBy(actor), ...filters, repository_id };
    const after = positionOf(cursor);
    const keys = await conflictSql.findConflictKeys(db, { where, after, limit: limit + 1 });
    const shown = keys.slice(0, limit);
    return {
      items: await store.conflictsByIds(db, { ...tenantOf({ actor }), ids: shown.map(({ id }) => id) }),
      next_cursor: nextCursor(keys, limit, ({ at, id }) => encodeCursor({ at: iso(at), id })),
      total: await conflictSql.countConflicts(db, { where }),
    };
  },
});

export const conflictGet = defineQuery(contract.conflictGet, {
  load: loadConflict,
  authorize: maySeeConflict,
  read: async ({ subject }) => subject,
});

async function answer(db: Db, actor: Actor, conflict_id: string): Promise<contract.Conflict> {
  const conflict = await store.findConflict(db, { ...tenantOf({ actor }), conflict_id });
  if (!conflict) throw new AppError("not_found", "This conflict does not exist.");
  return conflict;
}

export const conflictResolve = defineCommand(contract.conflictResolve, {
  load: loadConflict,
  authorize: maySeeConflict,
  prepare: async (context) => ({
    reason: await reasonOf(context),
    corrected: await prepareCorrected(context.db, {
      actor: context.actor,
      conflict: context.subject,
      decision: context.input,
    }),
  }),
  write: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const { version, decision } = input;
    await conflictSql.lockConflicts(db, tenantOf({ actor }));
    const conflict = await answer(db, actor, subject.id);
    if (version !== undefined && version !== conflict.version)
      throw new AppError("conflict", "Somebody decided on this conflict meanwhile; read it again.");
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

export const conflictUndo = defineCommand(contract.conflictUndo, {
  load: loadConflict,
  authorize: maySeeConflict,
  prepare: reasonOf,
  write: async ({ db, actor, subject, prepared: reason, now, audit }) => {
    await conflictSql.lockConflicts(db, tenantOf({ actor }));
    const conflict = await answer(db, actor, subject.id);
    await undoResolution(db, { actor, conflict, reason, now: now() });
    audit({ subject_id: conflict.id, detail: { undone: conflict.decision } });
    return answer(db, actor, conflict.id);
  },
});
