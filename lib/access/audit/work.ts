import type { Db } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { recordAudit } from "./audit";

/** What a job did by itself. */
export type Work = {
  organization_id: string;
  /** The job's name, which is the operation of the entry. */
  job: string;
  subject_id?: string | null;
  /** Counts and ids; no texts of memories, which an entry would keep for ever. */
  detail: Record<string, unknown>;
  now: Date;
};

/** Keeps in the audit what the worker did to an organization's records: one entry for a run, not one for each record. */
export function recordWork(
  tx: Db,
  { organization_id, job, subject_id = null, detail, now }: Work,
): Promise<void> {
  return recordAudit(tx, {
    organization_id,
    actor: { kind: "job", id: job, name: "worker" },
    operation: job,
    request_id: newId(),
    subject_id,
    detail,
    at: now,
  });
}
