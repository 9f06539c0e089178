import { type Database, transaction } from "@/lib/db/client";
import { type Actor, actorRef } from "@/lib/kernel/actor";
import { recordAudit } from "./audit";

/** Keeps in the audit that somebody took rows along: how many and by which filters, and nothing that is in them. */
export function recordRead(
  db: Database,
  {
    actor,
    ...entry
  }: {
    actor: Actor;
    operation: string;
    request_id: string;
    subject_id: string | null;
    detail: Record<string, unknown>;
    at: Date;
  },
): Promise<void> {
  const { organization_id } = actor;
  return transaction(db, (tx) => recordAudit(tx, { organization_id, actor: actorRef(actor), ...entry }));
}
