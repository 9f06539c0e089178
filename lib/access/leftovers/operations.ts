import { tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import { revokeAgentKey } from "../agents/queries";
import * as contract from "../contract";
import * as leftoversQueries from "./queries";

export const leftoverList = defineQuery(contract.leftoverList, {
  read: async ({ db, actor, now }) => ({
    items: await leftoversQueries.findLeftovers(db, { ...tenantOf({ actor }), now: now() }),
  }),
});

export const leftoverEnd = defineCommand(contract.leftoverEnd, {
  load: async (context) => {
    const left = await leftoversQueries.findLeftoverOf(context.db, {
      ...tenantOf(context),
      ...context.input,
      now: context.now(),
    });
    if (!left)
      throw new AppError("not_found", "This person is a member, or left nothing behind that is in force.");
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
    return { keys, links, invitations };
  },
});
