import { jobActor } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { countRescoped, findRescoped, type RescopedRow } from "@/lib/db/sql/scopes";
import { actorRef } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { decodeCursor, toPage } from "@/lib/kernel/pagination";
import { briefsByIds, undoStep } from "@/lib/memories";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "./contract";
import { migrateScopes, SCOPE_MIGRATION } from "./scope-migration";

const UNDONE_AT_ONCE = 500;

const scopeMigrationRun = defineCommand(contract.scopeMigrationRun, {
  prepare: async ({ db, actor, input: { dry_run }, now }) => {
    const { organization_id } = actor;
    const by = actorRef(jobActor(organization_id, SCOPE_MIGRATION));
    return migrateScopes(db, { organization_id, actor: by, dry_run, now });
  },
  write: async ({ input: { dry_run }, prepared, audit }) => {
    audit({ detail: { dry_run, ...prepared } });
    return { dry_run, ...prepared };
  },
});

const detailSchema = contract.scopeMigrationItemSchema.pick({ rules: true, before: true, after: true });

const scopeMigrationList = defineQuery(contract.scopeMigrationList, {
  read: async ({ db, actor, input: { cursor, limit, undone } }) => {
    const { organization_id } = actor;
    const migration = { organization_id, job: SCOPE_MIGRATION, undone };
    const before = cursor === undefined ? null : decodeCursor(cursor).id;
    const rows = await findRescoped(db, { ...migration, before, limit: limit + 1 });
    const page = toPage(rows, limit, await countRescoped(db, migration), ({ at, event_id }) => ({
      at: at.toISOString(),
      id: event_id,
    }));
    return { ...page, items: await toItems(db, { organization_id, rows: page.items }) };
  },
});

async function toItems(
  db: Db,
  { organization_id, rows }: { organization_id: string; rows: readonly RescopedRow[] },
) {
  const ids = [...new Set(rows.map(({ memory_id }) => memory_id))];
  const briefs = new Map((await briefsByIds(db, { organization_id, ids })).map((brief) => [brief.id, brief]));
  return rows.flatMap(({ memory_id, detail, at, ...row }) => {
    const memory = briefs.get(memory_id);
    const read = detailSchema.safeParse(detail);
    if (memory && read.success) return [{ ...row, ...read.data, at: at.toISOString(), memory }];
    return [];
  });
}

const scopeMigrationUndo = defineCommand(contract.scopeMigrationUndo, {
  write: async ({ db, actor, input, now, audit }) => {
    const { organization_id } = actor;
    const { memory_ids, reason = null } = input;
    const migration = { organization_id, job: SCOPE_MIGRATION, undone: false };
    const rows = await findRescoped(db, { ...migration, memory_ids, before: null, limit: UNDONE_AT_ONCE });
    const refused: { memory_id: string; detail: string }[] = [];
    for (const { memory_id, event_id } of rows) {
      try {
        await undoStep(db, { actor, step: { memory_id, event_id }, reason, now: now() });
      } catch (error) {
        // Each of these is thrown before the first write of its memory.
        if (!(error instanceof AppError)) throw error;
        refused.push({ memory_id, detail: error.message });
      }
    }
    const undone = rows.length - refused.length;
    audit({ detail: { undone, refused: refused.length } });
    return { undone, refused, left: await countRescoped(db, migration) };
  },
});

export const scopeOperations = [scopeMigrationRun, scopeMigrationList, scopeMigrationUndo];
