import { isInAuditAt, recordRead } from "@/lib/access";
import type { Database, Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { invalidField } from "@/lib/kernel/errors";

/** An export of several pages: who takes it, what of, and when its first page was asked for. */
export type ExportRun = { actor: Actor; operation: string; subject_id: string | null; at: Date };

/** Keeps in the audit that an export began, once however many pages it has. `detail` counts and holds no content. */
export function recordExport(
  db: Database,
  { detail, ...run }: ExportRun & { request_id: string; detail: Record<string, unknown> },
): Promise<void> {
  return recordRead(db, { ...run, detail: { exported: "jsonl", ...detail } });
}

/**
 * A later page is given only of an export that is in the audit: a cursor can be written by hand.
 * @throws AppError invalid_input
 */
export async function assertRecorded(db: Db, { actor, ...run }: ExportRun): Promise<void> {
  if (!(await isInAuditAt(db, { ...tenantOf({ actor }), actor_id: actor.id, ...run })))
    throw invalidField("/cursor", "is of no export that you began; leave it out to start again");
}
