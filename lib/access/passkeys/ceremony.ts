import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { z } from "zod";
import type { Db } from "@/lib/db/client";
import { log } from "@/lib/telemetry/log";
import type { authenticationSchema, PasskeyCreation, registrationSchema } from "../contract";
import * as queries from "./queries";
import { relyingParty } from "./relying-party";

/** The two ceremonies of Web Authentication, level 3 (W3C): to register a credential, and to authenticate by it. */

const OPEN_MS = 5 * 60_000;
const NAME = "Casebook";

type Person = { id: string; email: string; name: string };

/** What the browser of a person is asked for as it adds a passkey. The challenge is open for five minutes. */
export async function beginRegistration(
  db: Db,
  { person, now }: { person: Person; now: Date },
): Promise<PasskeyCreation> {
  const { id } = relyingParty();
  const held = await queries.listCredentialIds(db, { person_id: person.id });
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: id,
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: person.name,
    timeout: OPEN_MS,
    excludeCredentials: held.map((credential_id) => ({ id: credential_id })),
  });
  const { challenge, pubKeyCredParams, user } = options;
  const expires_at = new Date(now.getTime() + OPEN_MS);
  await queries.insertChallenge(db, { challenge, person_id: person.id, now, expires_at });
  return {
    rp: { name: NAME, id },
    user,
    challenge,
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: "public-key" })),
    timeout: OPEN_MS,
    excludeCredentials: held.map((credential_id) => ({ id: credential_id, type: "public-key" })),
    // A passkey is found by the authenticator alone, and unlocks by finger, face or PIN.
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
}

export type Registered = {
  credential_id: string;
  public_key: Uint8Array<ArrayBuffer>;
  counter: number;
  backed_up: boolean;
};

/** What an answer to `beginRegistration` proves; null: nothing. Uses the challenge up, unless its transaction is undone. */
export async function finishRegistration(
  db: Db,
  {
    person_id,
    credential,
    now,
  }: { person_id: string; credential: z.output<typeof registrationSchema>; now: Date },
): Promise<Registered | null> {
  const { id, origin } = relyingParty();
  const { verified, registrationInfo } = await unlessInvalid(
    verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: (challenge) => queries.consumeChallenge(db, { challenge, person_id, now }),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    }),
  );
  if (!verified || !registrationInfo) return null;
  const { credential: made, credentialBackedUp } = registrationInfo;
  return {
    credential_id: made.id,
    public_key: made.publicKey,
    counter: made.counter,
    backed_up: credentialBackedUp,
  };
}

/** What a browser needs to sign in by any passkey that it holds of this server. */
export async function beginAuthentication(db: Db, { now }: { now: Date }) {
  const { id } = relyingParty();
  const options = await generateAuthenticationOptions({
    rpID: id,
    userVerification: "required",
    timeout: OPEN_MS,
  });
  const expires_at = new Date(now.getTime() + OPEN_MS);
  await queries.insertChallenge(db, { challenge: options.challenge, person_id: null, now, expires_at });
  return options;
}

/** What an answer to `beginAuthentication` proves of a passkey; null: nothing. The challenge is used up either way. */
export async function finishAuthentication(
  db: Db,
  {
    stored,
    credential,
    now,
  }: { stored: queries.StoredCredential; credential: z.output<typeof authenticationSchema>; now: Date },
): Promise<{ counter: number; backed_up: boolean } | null> {
  const { id, origin } = relyingParty();
  const { verified, authenticationInfo } = await unlessInvalid(
    verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: (challenge) => queries.consumeChallenge(db, { challenge, person_id: null, now }),
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: credential.id, publicKey: stored.public_key, counter: stored.counter },
      requireUserVerification: true,
    }),
  );
  if (!verified || !authenticationInfo) return null;
  const { newCounter, credentialBackedUp } = authenticationInfo;
  return { counter: newCounter, backed_up: credentialBackedUp };
}

/** The library throws what does not verify, in words; here that is an answer, and a failing database still an error. */
async function unlessInvalid<T extends object>(
  verifying: Promise<T>,
): Promise<T | { verified: false; registrationInfo?: never; authenticationInfo?: never }> {
  try {
    return await verifying;
  } catch (error) {
    if (!(error instanceof Error) || "code" in error) throw error;
    log().info({ reason: error.message }, "a passkey did not verify");
    return { verified: false };
  }
}
