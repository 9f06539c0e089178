import type { Db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { enqueue } from "@/lib/jobs";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import type { NotificationKind } from "../contract";
import { emailMoment } from "../preferences/moments";
import { findPreferences } from "../preferences/queries";
import { WEBHOOK_DELIVER } from "../webhooks/job-schema";
import { insertDeliveries } from "../webhooks/queries";
import { insertNotifications, type NewNotification } from "./queries";

/** Something that people and webhooks are notified of. */
type Happening = {
  kind: NotificationKind;
  /** A sentence without a full stop: "Ana mentioned you: …". */
  title: string;
  /** Of the page that it is about. */
  path: string;
  /** How many it is about. */
  count: number;
  actor: ActorRef;
  /** Whom it concerns; who did it is left out. */
  person_ids: readonly string[];
};

/**
 * Notifies people as each of them wants it, and webhooks that are called for this kind, in the transaction of what
 * happened: they learn of it exactly if it did.
 */
export async function publish(
  tx: Db,
  { organization_id, happening, now }: Tenant & { happening: Happening; now: Date },
): Promise<void> {
  const { person_ids, ...about } = happening;
  const people = [...new Set(person_ids)].filter((id) => id !== about.actor.id);
  const preferences = await findPreferences(tx, { organization_id, person_ids: people });
  const sendsEmail = env().CASEBOOK_SMTP_URL !== undefined;
  const rows = people.flatMap((person_id): NewNotification[] => {
    const own = preferences.get(person_id);
    if (own === undefined) return [];
    const cadence = own.cadences[about.kind];
    if (cadence === "off") return [];
    const email_due_at = sendsEmail ? emailMoment({ cadence, preferences: own, now }) : null;
    return [{ ...about, person_id, email_due_at }];
  });
  if (rows.length > 0) await insertNotifications(tx, { organization_id, rows, now });
  const { kind, title, path, count, actor } = about;
  const delivery_ids = await insertDeliveries(tx, {
    organization_id,
    kind,
    payload: { kind, title, path, count, actor, at: now.toISOString() },
    now,
  });
  for (const delivery_id of delivery_ids)
    await enqueue(tx, WEBHOOK_DELIVER, { organization_id, delivery_id }, { key: delivery_id });
}
