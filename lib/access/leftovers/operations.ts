import type { Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import type { Role } from "@/lib/kernel/permissions";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import { revokeAgentKey } from "../agents/queries";
import * as contract from "../contract";
import { outranks, permissionsOf } from "../policy";
import * as leftoversQueries from "./queries";

type Asking = { db: Db; actor: Actor; now: () => Date };

type Left = { person_id: string; name: string; role: Role | null } & leftoversQueries.Made;

/**
 * What former members left behind, and what members made whose role could not make it now, by person; without those of whom
 * nothing is left.
 */
async function leftoversIn({ db, actor, now }: Asking): Promise<Left[]> {
  const tenant = tenantOf({ actor });
  const leftovers: Left[] = [];
  for (const maker of await leftoversQueries.findMakers(db, tenant)) {
    const { person_id, role } = maker;
    const all = await leftoversQueries.findMadeBy(db, { ...tenant, person_id, now: now() });
    const made = beyondRole(all, role);
    const { keys, links, invitations } = made;
    if (keys.length + links.length + invitations.length > 0) leftovers.push({ ...maker, ...made });
  }
  return leftovers;
}

/** Of what a person made all that goes beyond a role; null: everything. */
function beyondRole(
  { keys, links, invitations }: leftoversQueries.Made,
  role: Role | null,
): leftoversQueries.Made {
  if (role === null) return { keys, links, invitations };
  const own = permissionsOf(role);
  const isBeyond = (entry: { role: Role | null }) => entry.role !== null && !outranks(role, entry.role);
  return {
    keys: keys.filter(({ permissions }) => permissions.some((permission) => !own.has(permission))),
    links: links.filter(isBeyond),
    invitations: invitations.filter(isBeyond),
  };
}

export const leftoverList = defineQuery(contract.leftoverList, {
  read: async (context) => ({ items: await leftoversIn(context) }),
});

export const leftoverEnd = defineCommand(contract.leftoverEnd, {
  load: async (context) => {
    const leftovers = await leftoversIn(context);
    const left = leftovers.find(({ person_id }) => person_id === context.input.person_id);
    if (!left)
      throw new AppError("not_found", "This person left nothing behind that is valid and beyond their role.");
    return left;
  },
  write: async ({ db, actor, subject, now, audit }) => {
    const tenant = tenantOf({ actor });
    const { person_id, keys, links, invitations } = subject;
    for (const { id } of keys) await revokeAgentKey(db, { ...tenant, agent_key_id: id, now: now() });
    await leftoversQueries.deleteLinksAndInvitations(db, {
      ...tenant,
      links: links.map(({ token_hash }) => token_hash),
      invitations: invitations.map(({ id }) => id),
    });
    audit({
      subject_id: person_id,
      detail: {
        person_id,
        keys: keys.map(({ id }) => id),
        links: links.length,
        invitations: invitations.length,
      },
    });
    return subject;
  },
});
