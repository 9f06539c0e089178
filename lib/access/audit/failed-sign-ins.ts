import { type Database, transaction } from "@/lib/db/client";
import { addRequestCounts } from "@/lib/db/sql/request-counts";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/telemetry/log";
import type { LoginMethod } from "../contract";
import { findMembershipsOfPerson } from "../unscoped";
import { recordAudit } from "./audit";

const MINUTE_MS = 60_000;

export type FailedSignIn = {
  person_id: string;
  /** The only organization that it would have reached; null: all of the person's. */
  bound_to: string | null;
  provider: LoginMethod;
  /** Why, in words; holds no secret. */
  reason: string;
  now: Date;
};

/**
 * Keeps in the audit, of each organization that somebody would have reached, that a sign-in in their name was refused:
 * once in a minute for each person, over all processes. Who is unknown is in no audit. Never rejects.
 */
export async function recordFailedSignIn(db: Database, failed: FailedSignIn): Promise<void> {
  try {
    await record(db, failed);
  } catch (error) {
    log().warn({ err: error }, "a failed sign-in was not recorded in the audit");
  }
}

async function record(
  db: Database,
  { person_id, bound_to, provider, reason, now }: FailedSignIn,
): Promise<void> {
  const who = `failed sign-in ${person_id}`;
  const [counted] = await addRequestCounts(db, [
    { who, minute: Math.floor(now.getTime() / MINUTE_MS), count: 1 },
  ]);
  if (counted === undefined || counted.count > 1) return;
  const memberships = await findMembershipsOfPerson(db, { person_id });
  const request_id = newId();
  await transaction(db, async (tx) => {
    for (const { organization_id } of memberships)
      if (bound_to === null || bound_to === organization_id)
        await recordAudit(tx, {
          organization_id,
          // Nobody proved to be that person.
          actor: { kind: "job", id: "sign_in", name: "somebody" },
          operation: "sign_in",
          request_id,
          subject_id: person_id,
          detail: { person_id, provider, refused: reason },
          at: now,
        });
  });
}
