import type { Actor } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { findPersonRecord } from "../persons/queries";
import { beginRegistration, finishRegistration } from "./ceremony";
import * as queries from "./queries";
import { passkeysOffBecause } from "./relying-party";

/** A login through a link of one organization adds, sees and removes what signs in to the same alone. */
const personOf = (actor: Actor) => ({
  person_id: actor.id,
  bound_to: actor.login?.organization_id ?? null,
});

type Loading = Parameters<typeof queries.findPasskey>[0];

async function loadPasskey({
  db,
  actor,
  input: { passkey_id },
}: {
  db: Loading;
  actor: Actor;
  input: { passkey_id: string };
}): Promise<contract.Passkey> {
  const found = await queries.findPasskey(db, { ...personOf(actor), passkey_id });
  if (found === null) throw new AppError("not_found", "This passkey was removed, or is not yours.");
  return found;
}

export const passkeyList = defineQuery(contract.passkeyList, {
  read: async ({ db, actor }) => ({
    items: await queries.listPasskeys(db, personOf(actor)),
    off_because: passkeysOffBecause(),
  }),
});

export const passkeyBegin = defineCommand(contract.passkeyBegin, {
  write: async ({ db, actor, now, audit }) => {
    const record = await findPersonRecord(db, { person_id: actor.id });
    if (record === null) throw new AppError("not_found", "Your account was removed.");
    if ((await queries.listPasskeys(db, personOf(actor))).length >= queries.MAX_PASSKEYS)
      throw new AppError("conflict", `You have ${queries.MAX_PASSKEYS} passkeys; remove one first.`);
    audit({ subject_id: actor.id });
    return beginRegistration(db, { person: record.person, now: now() });
  },
});

export const passkeyAdd = defineCommand(contract.passkeyAdd, {
  write: async ({ db, actor, input: { name, credential }, now, audit }) => {
    const { id: person_id } = actor;
    const registered = await finishRegistration(db, { person_id, credential, now: now() });
    if (registered === null)
      throw invalidField(
        "/credential",
        "It could not be verified: it was created for another address or challenge, or more than five minutes ago. Add it again.",
      );
    const { transports = [] } = credential.response;
    const added = await queries.insertPasskey(db, {
      ...personOf(actor),
      ...registered,
      transports,
      name,
      now: now(),
    });
    if (added === null) throw new AppError("conflict", "This passkey is already stored.");
    audit({ subject_id: added.id, detail: { name, synced: added.synced } });
    return added;
  },
});

export const passkeyRename = defineCommand(contract.passkeyRename, {
  load: loadPasskey,
  write: async ({ db, actor, subject, input: { passkey_id, name }, audit }) => {
    await queries.renamePasskey(db, { ...personOf(actor), passkey_id, name });
    audit({ subject_id: passkey_id, detail: { before: { name: subject.name }, after: { name } } });
    return { ...subject, name };
  },
});

export const passkeyRemove = defineCommand(contract.passkeyRemove, {
  load: loadPasskey,
  write: async ({ db, actor, subject, input: { passkey_id }, audit }) => {
    await queries.deletePasskey(db, { ...personOf(actor), passkey_id });
    audit({ subject_id: passkey_id, detail: { name: subject.name } });
    return { removed: true as const };
  },
});
