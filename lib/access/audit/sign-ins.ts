import { type Database, transaction } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/telemetry/log";
import { findMembershipsOfPerson } from "../unscoped";
import { recordAudit } from "./audit";

type SignIn = {
  person: { id: string; name: string };
  operation: "sign_in" | "sign_out";
  /** The way in, such as link or github. */
  provider: string | null;
  now: Date;
};

/** Keeps in the audit of each of a person's organizations that the person signed in or out. Never rejects. */
export async function recordSignIn(
  db: Database,
  { person, operation, provider, now }: SignIn,
): Promise<void> {
  try {
    const request_id = newId();
    const memberships = await findMembershipsOfPerson(db, { person_id: person.id });
    await transaction(db, async (tx) => {
      for (const { organization_id } of memberships)
        await recordAudit(tx, {
          organization_id,
          actor: { kind: "person", id: person.id, name: person.name },
          operation,
          request_id,
          subject_id: person.id,
          detail: provider === null ? {} : { provider },
          at: now,
        });
    });
  } catch (error) {
    log().warn({ err: error, operation }, "a sign-in was not recorded in the audit");
  }
}
