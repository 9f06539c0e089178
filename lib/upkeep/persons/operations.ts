import type { Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import { assertRecorded, recordExport } from "../recorded-export";
import * as contract from "./contract";
import { erase, impactOf } from "./erase";
import { exportBegunAt, exportPerson } from "./export-person";
import { type Asked, findPerson } from "./person";

const load = (context: { db: Db; actor: Actor; input: Asked }) =>
  findPerson(context.db, { ...tenantOf(context), ...context.input });

const personPreview = defineQuery(contract.personPreview, {
  load,
  read: ({ db, subject, input }) => impactOf(db, { found: subject, written: input.written }),
});

const personErase = defineCommand(contract.personErase, {
  load,
  write: async ({ db, input, subject: found, now, audit }) => {
    const { written } = input;
    const impact = await impactOf(db, { found, written });
    await erase(db, { found, written, now: now() });
    // Without a name: the entry outlives the person.
    const parts = Object.fromEntries(impact.parts.map(({ what, count, fate }) => [what, `${count} ${fate}`]));
    const person_id = found.person_id === null ? {} : { person_id: found.person_id };
    audit({ detail: { ...person_id, written, ...parts } });
    const { account } = impact;
    return { parts: impact.parts, account };
  },
});

const mayExport = (actor: Actor, { person_id, names }: Asked): boolean =>
  (person_id === actor.id && names.length === 0) || actor.permissions.has("members:manage");

const personExport = defineQuery(contract.personExport, {
  // Before anything is looked up: whether somebody exists is not said either.
  load: async (context) => {
    const { actor, input } = context;
    const asked = {
      ...input,
      person_id: input.person_id ?? (input.names.length === 0 ? actor.id : undefined),
    };
    if (!mayExport(actor, asked))
      throw new AppError(
        "permission_denied",
        "You may export data about yourself; owners may export data about others.",
      );
    return load({ ...context, input: asked });
  },
  records: true,
  read: async ({ db, actor, input: { cursor, limit, names }, subject: found, request_id, now }) => {
    const at = cursor === undefined ? now() : exportBegunAt(cursor);
    const { person_id } = found;
    const entry = { actor, operation: contract.personExport.name, subject_id: person_id, at };
    if (cursor !== undefined) await assertRecorded(db, entry);
    const is_self = person_id === actor.id;
    const bound_to = actor.login?.organization_id ?? null;
    const page = await exportPerson(db, { found, is_self, bound_to, cursor, limit, at });
    if (cursor === undefined) {
      // Of names only how many: an entry outlives an erasure.
      const detail = person_id === null ? { names: names.length } : { person_id, names: names.length };
      await recordExport(db, { ...entry, request_id, detail });
    }
    return page;
  },
});

export const personOperations = [personPreview, personErase, personExport];
