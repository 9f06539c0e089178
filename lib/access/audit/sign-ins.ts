import { type Database, transaction } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/telemetry/log";
import { loginLimits } from "../logins/limits";
import { findReachOfLogin } from "../unscoped";
import { recordAudit } from "./audit";

/**
 * Keeps in the audit of each organization that a login reaches that its person signed in or out: of a sign-out, before the
 * login is deleted. Never rejects.
 */
export async function recordSignIn(
  db: Database,
  { login_id, operation, now }: { login_id: string; operation: "sign_in" | "sign_out"; now: Date },
): Promise<void> {
  try {
    const request_id = newId();
    const reached = await findReachOfLogin(db, { login_id, ...loginLimits(now) });
    await transaction(db, async (tx) => {
      for (const { organization_id, person_id, name, method } of reached)
        await recordAudit(tx, {
          organization_id,
          actor: { kind: "person", id: person_id, name },
          operation,
          request_id,
          subject_id: person_id,
          detail: { provider: method },
          at: now,
        });
    });
  } catch (error) {
    log().warn({ err: error, operation }, "a sign-in was not recorded in the audit");
  }
}
