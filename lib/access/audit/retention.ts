import { type Database, type Db, transaction } from "@/lib/db/client";
import {
  type AuditCheckpoint,
  findCheckpoint,
  findPrunable,
  insertSealedCheckpoint,
  pruneAudit,
} from "@/lib/db/sql/audit";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { DAY_MS } from "@/lib/kernel/time";
import { log } from "@/lib/telemetry/log";
import { resealed, seal, unseal } from "../connections/secrets";
import { settingsOf } from "../settings/settings-of";
import { recordWork } from "./work";

const JOB = "audit_prune";

type Sealed = Pick<AuditCheckpoint, "number" | "sha256">;

const placeOf = (organization_id: string, { number, sha256 }: Sealed) =>
  `${organization_id}/audit/${number}/${sha256}`;

/** Whether a checkpoint was made by this server, with its key of now or the previous one. */
export function isGenuine(
  organization_id: string,
  checkpoint: Sealed & Pick<AuditCheckpoint, "seal">,
): boolean {
  try {
    return unseal(checkpoint.seal, placeOf(organization_id, checkpoint)) === checkpoint.sha256;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Removes entries of the audit that are older than the organization's setting keeps them; by default nothing. What is left
 * stays verifiable: a sealed checkpoint keeps number and hash of the last link that went, and the run has an entry.
 * @returns how many entries went.
 */
export async function pruneAuditPast(
  db: Database,
  { organization_id, now }: { organization_id: string; now: Date },
): Promise<number> {
  const { audit_retention_days } = await settingsOf(db, { organization_id });
  if (audit_retention_days === null) return 0;
  const before = new Date(now.getTime() - audit_retention_days * DAY_MS);
  const last = await findPrunable(db, { organization_id, before });
  if (last === null) return 0;
  const { number, sha256 } = last;
  const made_seal = seal(sha256, placeOf(organization_id, last));
  return transaction(db, async (tx) => {
    const removed = await pruneAudit(tx, { organization_id, id: newId(), number, before, seal: made_seal });
    const detail = { removed, up_to_number: number, sha256, older_than: before.toISOString() };
    if (removed > 0) await recordWork(tx, { organization_id, job: JOB, detail, now });
    return removed;
  });
}

/** Seals the last checkpoint with the key of now, where the previous one sealed it. */
export async function resealCheckpoint(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<void> {
  const checkpoint = await findCheckpoint(db, { organization_id });
  if (checkpoint === null) return;
  try {
    const made_seal = resealed(checkpoint.seal, placeOf(organization_id, checkpoint));
    if (made_seal !== null)
      await insertSealedCheckpoint(db, {
        organization_id,
        id: newId(),
        from: checkpoint.id,
        seal: made_seal,
      });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log().warn({ organization_id }, "the audit's checkpoint cannot be sealed with the key of now");
  }
}
