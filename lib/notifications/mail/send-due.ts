import { findLastSeen, findMemberOfPerson, findOrganization, mailToken } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { publicUrl } from "@/lib/env";
import type { Tenant } from "@/lib/kernel/actor";
import { log } from "@/lib/telemetry/log";
import type { Notification } from "../contract";
import { claimDue, findDuePersons, markEmailed, releaseDue } from "../feed/queries";
import { findPreferences } from "../preferences/queries";
import { composeMail } from "./compose";
import { sendMail } from "./transport";

const PEOPLE_AT_ONCE = 500;
const ITEMS_AT_ONCE = 200;
/** Longer than a mail server takes for an e-mail: what a process claimed that died is due again after it. */
const CLAIM_MS = 5 * 60_000;

/** Sends what is due by e-mail to the people of an organization. One whose mail fails keeps nobody else from theirs. */
export async function sendDueMail(
  db: Db,
  { organization_id, now }: Tenant & { now: () => Date },
): Promise<void> {
  const people = await findDuePersons(db, { organization_id, now: now(), limit: PEOPLE_AT_ONCE });
  for (const person_id of people)
    await sendTo(db, { organization_id, person_id, now }).catch((error: unknown) => {
      log().warn(
        { err: error, organization_id },
        "an e-mail could not be sent; it is tried again in a minute",
      );
    });
}

type ToPerson = Tenant & { person_id: string; now: () => Date };

async function sendTo(db: Db, { organization_id, person_id, now }: ToPerson): Promise<void> {
  const at = now();
  const due = await claimDue(db, {
    organization_id,
    person_id,
    now: at,
    until: new Date(at.getTime() + CLAIM_MS),
    limit: ITEMS_AT_ONCE,
  });
  if (due.length === 0) return;
  const ids = due.map(({ id }) => id);
  try {
    await sendNews(db, { organization_id, person_id, due });
  } catch (error) {
    await releaseDue(db, { organization_id, ids, now: now() });
    throw error;
  }
  await markEmailed(db, { organization_id, ids, now: now() });
}

/** Sends what of this is still news to a person, as they want to be notified by now. */
async function sendNews(
  db: Db,
  { organization_id, person_id, due }: Tenant & { person_id: string; due: readonly Notification[] },
): Promise<void> {
  const member = await findMemberOfPerson(db, { organization_id, person_id });
  const organization = await findOrganization(db, { organization_id });
  const preferences = (await findPreferences(db, { organization_id, person_ids: [person_id] })).get(
    person_id,
  );
  const last_seen = await findLastSeen(db, { person_id });
  const cadenceOf = ({ kind }: Notification) => preferences?.cadences[kind];
  const isDigest = (item: Notification) => cadenceOf(item) === "daily" || cadenceOf(item) === "weekly";
  const isByEmail = (item: Notification) => cadenceOf(item) !== "off" && cadenceOf(item) !== "in_app";
  /** A digest says what changed since the person was here; what goes out at once says what nobody read. */
  const items = due.filter(
    (item) =>
      item.read_at === null &&
      isByEmail(item) &&
      (!isDigest(item) || last_seen === null || new Date(item.created_at) > last_seen),
  );
  if (items.length === 0 || !member || !organization) return;
  const parameters = new URLSearchParams({ token: mailToken({ organization_id, person_id }) });
  const unsubscribe_url = `${publicUrl()}/api/unsubscribe?${parameters}`;
  const mail = composeMail({
    items,
    since: items.some(isDigest) ? last_seen : null,
    name: member.name,
    organization: organization.name,
    base_url: publicUrl(),
    unsubscribe_url,
  });
  await sendMail({ ...mail, to: member.email, unsubscribe_url });
}
