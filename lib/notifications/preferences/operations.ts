import { findMemberOfPerson } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { findPreferences, putPreferences } from "./queries";

async function answer(db: Db, actor: Actor): Promise<contract.NotificationPreferences> {
  const tenant = tenantOf({ actor });
  const [member, found] = await Promise.all([
    findMemberOfPerson(db, { ...tenant, person_id: actor.id }),
    findPreferences(db, { ...tenant, person_ids: [actor.id] }),
  ]);
  const preferences = found.get(actor.id);
  if (!member || !preferences) throw new AppError("not_found", "You are no longer a member here.");
  return { ...preferences, email: member.email, sends_email: env().CASEBOOK_SMTP_URL !== undefined };
}

const notificationPreferencesGet = defineQuery(contract.notificationPreferencesGet, {
  read: ({ db, actor }) => answer(db, actor),
});

const notificationPreferencesUpdate = defineCommand(contract.notificationPreferencesUpdate, {
  write: async ({ db, actor, input, now }) => {
    await putPreferences(db, {
      ...tenantOf({ actor }),
      person_id: actor.id,
      preferences: contract.completePreferences(input),
      now: now(),
    });
    return answer(db, actor);
  },
});

const notificationUnsubscribe = defineCommand(contract.notificationUnsubscribe, {
  write: async ({ db, actor, now }) => {
    const { email: _, sends_email: __, ...preferences } = await answer(db, actor);
    const cadences = withoutEmail(preferences.cadences);
    await putPreferences(db, {
      ...tenantOf({ actor }),
      person_id: actor.id,
      preferences: { ...preferences, cadences },
      now: now(),
    });
    return answer(db, actor);
  },
});

type Cadences = contract.NotificationPreferences["cadences"];

/** Every kind in the list alone, but those that are off. */
function withoutEmail(cadences: Cadences): Cadences {
  const quiet = { ...cadences };
  for (const kind of contract.NOTIFICATION_KINDS) if (quiet[kind] !== "off") quiet[kind] = "in_app";
  return quiet;
}

export const operations = [
  notificationPreferencesGet,
  notificationPreferencesUpdate,
  notificationUnsubscribe,
];
