import type { Db } from "@/lib/db/client";
import type { ActorRef } from "@/lib/kernel/actor";
import { insertAuditEntry } from "./queries";

/** Writes one audit row in the caller's transaction, so that a change and its record exist together or not at all. */
export function recordAudit(
  tx: Db,
  entry: {
    organization_id: string;
    actor: ActorRef;
    operation: string;
    request_id: string;
    subject_id: string | null;
    detail: Record<string, unknown>;
    at: Date;
  },
): Promise<void> {
  return insertAuditEntry(tx, entry);
}
