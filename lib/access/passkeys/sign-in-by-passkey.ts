import { type Database, transaction } from "@/lib/db/client";
import { recordFailedSignIn } from "../audit/failed-sign-ins";
import { authenticationSchema } from "../contract";
import { type Browser, type Entered, openLogin } from "../logins/sign-in-by-link";
import { finishAuthentication } from "./ceremony";
import * as queries from "./queries";

/**
 * Signs in by what a browser answered to `beginAuthentication`, as JSON. Null: it proves nothing, its passkey was removed,
 * or it reaches no organization now.
 */
export async function signInByPasskey(
  db: Database,
  { response, browser, now }: { response: string; browser: Browser; now: Date },
): Promise<Entered | null> {
  const credential = parse(response);
  if (credential === null) return null;
  const stored = await queries.findCredential(db, { credential_id: credential.id });
  if (stored === null) return null;
  const { person_id, organization_id: bound_to } = stored;
  const proof = await finishAuthentication(db, { stored, credential, now });
  const entered =
    proof &&
    (await transaction(db, async (tx) => {
      const use = { ...proof, passkey_id: stored.id, was: stored.counter, now };
      if (!(await queries.countUse(tx, use))) return null;
      return openLogin(tx, { person_id, bound_to, left_out: [], method: "passkey", browser, now });
    }));
  if (entered === null)
    await recordFailedSignIn(db, {
      person_id,
      bound_to,
      provider: "passkey",
      reason: "The passkey did not verify, or reaches no organization",
      now,
    });
  return entered;
}

function parse(response: string) {
  try {
    return authenticationSchema.safeParse(JSON.parse(response)).data ?? null;
  } catch {
    return null;
  }
}
