import type { Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import { revokeAgentKey } from "../agents/queries";
import * as contract from "../contract";
import * as leftoversQueries from "./queries";

type Asking = { db: Db; actor: Actor; now: () => Date };

/** What former members left behind, by person; without those who left nothing. */
async function leftoversIn({ db, actor, now }: Asking): Promise<contract.Leftover[]> {
  const tenant = tenantOf({ actor });
  const leftovers: contract.Leftover[] = [];
  for (const { person_id, name, is_member } of await leftoversQueries.findMakers(db, tenant)) {
    if (is_member) continue;
    const made = await leftoversQueries.findMadeBy(db, { ...tenant, person_id, now: now() });
    const { keys, links, invitations } = made;
    if (keys.length + links.length + invitations.length > 0) leftovers.push({ person_id, name, ...made });
  }
  return leftovers;
}

export const leftoverList = defineQuery(contract.leftoverList, {
  read: async (context) => ({ items: await leftoversIn(context) }),
});

export const leftoverEnd = defineCommand(contract.leftoverEnd, {
  load: async (context) => {
    const leftovers = await leftoversIn(context);
    const left = leftovers.find(({ person_id }) => person_id === context.input.person_id);
    if (!left)
      throw new AppError("not_found", "This person is a member, or left nothing behind that is still valid.");
    return left;
  },
  write: async ({ db, actor, subject, now, audit }) => {
    const tenant = tenantOf({ actor });
    const { person_id, name, keys, links, invitations } = subject;
    for (const { id } of keys) await revokeAgentKey(db, { ...tenant, agent_key_id: id, now: now() });
    await leftoversQueries.deleteLinksAndInvitationsBy(db, { ...tenant, person_id });
    audit({
      subject_id: person_id,
      detail: { name, keys: keys.map(({ id }) => id), links: links.length, invitations: invitations.length },
    });
    return subject;
  },
});
