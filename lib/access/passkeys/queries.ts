import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { newId } from "@/lib/kernel/ids";
import { iso } from "@/lib/kernel/time";
import { hashSecret } from "../agents/keys";
import type { Passkey } from "../contract";

export const MAX_PASSKEYS = 50;

/** Passkeys of a person. A login that is bound to one organization sees and changes only those that are bound to it. */
export type OfPerson = { person_id: string; bound_to: string | null };

type Row = Prisma.passkeyGetPayload<object>;

const ofPerson = ({ person_id, bound_to }: OfPerson): Prisma.passkeyWhereInput => ({
  person_id,
  ...(bound_to !== null && { organization_id: bound_to }),
});

const toPasskey = (row: Row): Passkey => ({
  id: row.id,
  name: row.name,
  synced: row.backed_up,
  this_organization_only: row.organization_id !== null,
  created_at: iso(row.created_at),
  last_used_at: row.last_used_at && iso(row.last_used_at),
});

/** First added first. */
export async function listPasskeys(db: Db, person: OfPerson): Promise<Passkey[]> {
  const rows = await db.passkey.findMany({
    where: ofPerson(person),
    orderBy: [{ created_at: "asc" }, { id: "asc" }],
    take: MAX_PASSKEYS,
  });
  return rows.map(toPasskey);
}

/** The ids by which an authenticator knows which of a person's passkeys it holds already. */
export async function listCredentialIds(db: Db, { person_id }: { person_id: string }): Promise<string[]> {
  const rows = await db.passkey.findMany({ where: { person_id }, select: { credential_id: true } });
  return rows.map(({ credential_id }) => credential_id);
}

export async function findPasskey(
  db: Db,
  { passkey_id, ...person }: OfPerson & { passkey_id: string },
): Promise<Passkey | null> {
  const row = await db.passkey.findFirst({ where: { AND: [ofPerson(person), { id: passkey_id }] } });
  return row && toPasskey(row);
}

/** A passkey as its next signature is checked. */
export type StoredCredential = {
  id: string;
  person_id: string;
  organization_id: string | null;
  public_key: Uint8Array<ArrayBuffer>;
  counter: number;
};

export async function findCredential(
  db: Db,
  { credential_id }: { credential_id: string },
): Promise<StoredCredential | null> {
  const row = await db.passkey.findUnique({ where: { credential_id } });
  return row && { ...row, counter: Number(row.counter) };
}

/** Null: some passkey has this credential already. */
export async function insertPasskey(
  db: Db,
  params: OfPerson & {
    credential_id: string;
    public_key: Uint8Array<ArrayBuffer>;
    counter: number;
    transports: readonly string[];
    backed_up: boolean;
    name: string;
    now: Date;
  },
): Promise<Passkey | null> {
  const { bound_to, counter, transports, now, ...values } = params;
  const [row] = await db.passkey.createManyAndReturn({
    data: [
      {
        ...values,
        id: newId(),
        organization_id: bound_to,
        counter: BigInt(counter),
        transports: [...transports],
        created_at: now,
      },
    ],
    skipDuplicates: true,
  });
  return row === undefined ? null : toPasskey(row);
}

export async function renamePasskey(
  db: Db,
  { passkey_id, name, ...person }: OfPerson & { passkey_id: string; name: string },
): Promise<void> {
  await db.passkey.updateMany({ where: { AND: [ofPerson(person), { id: passkey_id }] }, data: { name } });
}

export async function deletePasskey(
  db: Db,
  { passkey_id, ...person }: OfPerson & { passkey_id: string },
): Promise<void> {
  await db.passkey.deleteMany({ where: { AND: [ofPerson(person), { id: passkey_id }] } });
}

/** Keeps that a passkey was used. @returns false when it is gone, or was used at the same time. */
export async function countUse(
  db: Db,
  params: { passkey_id: string; was: number; counter: number; backed_up: boolean; now: Date },
): Promise<boolean> {
  const { passkey_id, was, counter, backed_up, now } = params;
  const { count } = await db.passkey.updateMany({
    where: { id: passkey_id, counter: BigInt(was) },
    data: { counter: BigInt(counter), backed_up, last_used_at: now },
  });
  return count === 1;
}

/** Keeps a challenge by its hash, and drops those that nobody answered in time. */
export async function insertChallenge(
  db: Db,
  params: { challenge: string; person_id: string | null; now: Date; expires_at: Date },
): Promise<void> {
  const { challenge, person_id, now, expires_at } = params;
  await db.passkey_challenge.deleteMany({ where: { expires_at: { lt: now } } });
  await db.passkey_challenge.create({
    data: { challenge_hash: hashSecret(challenge), person_id, expires_at },
  });
}

/** Uses a challenge up: of two answers at once one is taken. @returns whether it was open for this person. */
export async function consumeChallenge(
  db: Db,
  { challenge, person_id, now }: { challenge: string; person_id: string | null; now: Date },
): Promise<boolean> {
  const { count } = await db.passkey_challenge.deleteMany({
    where: { challenge_hash: hashSecret(challenge), person_id, expires_at: { gt: now } },
  });
  return count === 1;
}
