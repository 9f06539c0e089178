import { LRUCache } from "lru-cache";
import { type Database, transaction } from "@/lib/db/client";
import { type Actor, actorRef } from "@/lib/kernel/actor";
import { log } from "@/lib/telemetry/log";
import { recordAudit } from "./audit";

const PER_MS = 10 * 60_000;

/** Whom this process recorded a refusal of lately, so that who is refused a thousand times fills no audit. */
const recorded = new LRUCache<string, true>({ max: 10_000, ttl: PER_MS });

/**
 * Keeps in the audit that an actor was refused an operation: once in ten minutes for each actor and operation, in each
 * process. Never rejects.
 */
export async function recordDenial(
  db: Database,
  {
    actor,
    operation,
    reason,
    request_id,
    now,
  }: { actor: Actor; operation: string; reason: string; request_id: string; now: Date },
): Promise<void> {
  const key = [actor.organization_id, actor.kind, actor.id, operation].join(" ");
  if (recorded.has(key)) return;
  recorded.set(key, true);
  const { organization_id } = actor;
  const entry = { organization_id, actor: actorRef(actor), operation, request_id, subject_id: null, at: now };
  try {
    await transaction(db, (tx) => recordAudit(tx, { ...entry, detail: { refused: reason } }));
  } catch (error) {
    log().warn({ err: error, operation }, "a refusal was not recorded in the audit");
  }
}
