import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mailToken } from "@/lib/access";
import { handleUnsubscribe } from "@/lib/doors/unsubscribe";
import { applySettings } from "@/lib/env";
import { inboxAssign, inboxComment, inboxCommentList } from "@/lib/inbox/contract";
import {
  notificationList,
  notificationPreferencesGet,
  notificationPreferencesUpdate,
  notificationRead,
  notificationUnsubscribe,
  notificationWebhookCreate,
  notificationWebhookList,
  notificationWebhookRemove,
  notificationWebhookTest,
  notificationWebhookUpdate,
  webhookDeliveryList,
  webhookDeliveryReplay,
} from "@/lib/notifications/contract";
import type { Context } from "@/lib/runtime/operation";
import { personErase, personPreview } from "@/lib/upkeep/contract";
import { contextOf, createOrganization, run, runJob, testDatabase } from "../../support/database";
import { placesOf } from "../../support/dump";
import { listen } from "../../support/listen";
import { mailSettings, readable, startMailServer } from "../../support/mail-server";
import { fillInbox, hoursAfter } from "../inbox/support";

const database = testDatabase();
/** Monday, 23 November 2026, 04:00 in UTC. */
const NOW = hoursAfter(76);
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

let mail: Awaited<ReturnType<typeof startMailServer>>;
let organization: Awaited<ReturnType<typeof createOrganization>>;
let subjects: Awaited<ReturnType<typeof fillInbox>>;
let lead: Context;
let developer: Context;

beforeAll(async () => {
  mail = await startMailServer();
  applySettings({ ...mailSettings(mail), CASEBOOK_ALLOW_PRIVATE_URLS: "true" });
  organization = await createOrganization(database.db);
  subjects = await fillInbox(database.db, organization);
  lead = contextOf(database, await organization.person("lead", "lea"), { now: () => NOW });
  developer = contextOf(database, await organization.person("developer", "dev"), { now: () => NOW });
});
afterAll(() => mail.close());
beforeEach(() => {
  mail.received.length = 0;
  mail.state.refuses = false;
});

const drift = () => ({ kind: "drift" as const, subject_id: subjects.drift });
const sendMail = (now: Date) => runJob(database, "notification_mail", {}, { now: () => now });
const titlesOf = async (context: Context) =>
  (await run(notificationList, {}, context)).items.map(({ kind, title }) => [kind, title]);
const prefer = (context: Context, preferences: Record<string, unknown>) =>
  run(notificationPreferencesUpdate, preferences, context);

describe("notifications and messages of somebody who is erased", () => {
  it("stay without the name, and comments that others wrote of them are counted before", async () => {
    const owner = contextOf(database, await organization.person("owner"), { now: () => NOW });
    const carp = contextOf(database, await organization.person("lead", "zqcarp"), { now: () => NOW });
    const person_id = carp.actor.id;
    const created = { label: "zq", url: "http://127.0.0.1:9/hook", kinds: ["comment" as const] };
    const { webhook } = await run(notificationWebhookCreate, created, carp);
    await run(notificationWebhookTest, { webhook_id: webhook.id }, carp);
    await run(inboxComment, { ...drift(), body: "@dev, is it so?" }, carp);
    await run(inboxComment, { ...drift(), body: "Yes, as zqcarp said on the phone." }, developer);
    const { parts } = await run(personPreview, { person_id }, owner);
    expect(parts).toContainEqual({ what: "messages to webhooks", count: 2, fate: "author_replaced" });
    expect(parts).toContainEqual({
      what: "comments that mention a name",
      count: 1,
      fate: "kept_for_reading",
    });

    await run(personErase, { person_id, written: "erase" }, owner);
    expect(await placesOf(database.db, "zqcarp")).toEqual(["public.inbox_comment.body"]);
    expect(await titlesOf(developer)).toContainEqual([
      "mention",
      "A former member mentioned you on Prices round half up",
    ]);
    const { items } = await run(webhookDeliveryList, { webhook_id: webhook.id }, owner);
    expect(items.map(({ title }) => title)).toContain("A test of zq, asked for by a former member");
    const comments = await run(inboxCommentList, drift(), owner);
    expect(comments.items.map(({ body }) => body)).toEqual(["Yes, as zqcarp said on the phone."]);
    await run(notificationWebhookRemove, { webhook_id: webhook.id }, owner);
    await database.db.notification.deleteMany({ where: { organization_id: organization.organization_id } });
    await database.db.inbox_comment.deleteMany({ where: { organization_id: organization.organization_id } });
  });
});

describe("notifications", () => {
  it("say that one was mentioned, spoken to and assigned, never what one did oneself, and are read", async () => {
    await run(inboxComment, { ...drift(), body: "Is it so, @dev?" }, lead);
    await run(inboxComment, { ...drift(), body: "It is." }, developer);
    await run(inboxAssign, { items: [drift()], person_id: developer.actor.id }, lead);
    await run(inboxAssign, { items: [drift()], person_id: lead.actor.id }, lead);
    expect(await titlesOf(developer)).toEqual([
      ["assigned", "lea assigned you Prices round half up"],
      ["mention", "lea mentioned you on Prices round half up"],
    ]);
    expect(await titlesOf(lead)).toEqual([["comment", "dev commented on Prices round half up"]]);
    const { items, unread } = await run(notificationList, {}, developer);
    expect(unread).toBe(2);
    expect(items[0]?.path).toBe(`/inbox?kind=drift&item=drift%3A${subjects.drift}`);
    const ids = items.slice(0, 1).map(({ id }) => id);
    expect(await run(notificationRead, { ids }, lead)).toEqual({ count: 0 });
    expect(await run(notificationRead, { ids }, developer)).toEqual({ count: 1 });
    expect(await run(notificationList, { unread: true }, developer)).toMatchObject({ total: 1, unread: 1 });
    expect(await run(notificationRead, { ids, read: false }, developer)).toEqual({ count: 1 });
  });

  it("go out by e-mail once, to a real server, with a link each and a way to stop them", async () => {
    await sendMail(later(0.1));
    expect(mail.received.map(({ to }) => to).toSorted()).toEqual([
      ["dev@example.test"],
      ["lea@example.test"],
    ]);
    const own = mail.received.find(({ to }) => to.includes("dev@example.test"));
    const text = own ? readable(own) : "";
    expect(text).toContain("2_notifications");
    expect(text).toContain("http://casebook.test/inbox?kind=drift&item=drift%3A");
    expect(text).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    await sendMail(later(0.2));
    expect(mail.received).toHaveLength(2);
  });

  it("are not sent of what was read meanwhile, and wait while the mail server refuses them", async () => {
    await run(inboxComment, { ...drift(), body: "@dev again" }, lead);
    mail.state.refuses = true;
    await sendMail(later(0.3));
    mail.state.refuses = false;
    await sendMail(later(0.4));
    expect(mail.received).toHaveLength(1);
    await run(inboxComment, { ...drift(), body: "@dev once more" }, lead);
    await run(notificationRead, {}, developer);
    await sendMail(later(0.5));
    expect(mail.received).toHaveLength(1);
  });

  it("wait for the end of quiet hours, in the person's own time zone", async () => {
    await prefer(developer, { time_zone: "Asia/Tokyo", quiet_from: "12:00", quiet_to: "15:00" });
    await run(inboxComment, { ...drift(), body: "@dev it is 13:00 with you" }, lead);
    await sendMail(later(1.9));
    expect(mail.received).toEqual([]);
    await sendMail(later(2));
    expect(mail.received).toHaveLength(1);
  });

  it("are gathered in a digest that says what changed since the person was last here", async () => {
    await prefer(developer, { digest_at: "09:00", cadences: { mention: "daily" } });
    await run(inboxComment, { ...drift(), body: "@dev one" }, lead);
    await run(inboxComment, { ...drift(), body: "@dev two" }, lead);
    await sendMail(later(4.9));
    expect(mail.received).toEqual([]);
    await sendMail(later(5));
    expect(mail.received).toHaveLength(1);
    const [digest] = mail.received;
    expect(digest && readable(digest)).toContain("lea mentioned you on Prices round half up (and 1 more)");
    await run(inboxComment, { ...drift(), body: "@dev three" }, lead);
    await database.db.login.create({
      data: {
        id: developer.request_id,
        person_id: developer.actor.id,
        method: "link",
        user_agent: "",
        created_at: NOW,
        last_seen_at: later(1),
      },
    });
    await sendMail(later(29));
    expect(mail.received, "what the person saw already is no news").toHaveLength(1);
  });

  it("of kinds that a person switched off do not come at all", async () => {
    await prefer(developer, { cadences: { mention: "off", comment: "in_app" } });
    const before = (await run(notificationList, {}, developer)).total;
    await run(inboxComment, { ...drift(), body: "@dev quiet" }, lead);
    expect((await run(notificationList, {}, developer)).total).toBe(before);
    const wrong = { quiet_from: "22:00" };
    await expect(prefer(developer, wrong)).rejects.toThrow("both");
    await expect(prefer(developer, { time_zone: "Atlantis" })).rejects.toThrow("time zone");
  });

  it("by e-mail are stopped by the address at the foot of a mail, which asks first and nobody can make up", async () => {
    await prefer(lead, { cadences: { mention: "at_once", drift: "off" } });
    await run(inboxComment, { ...drift(), body: "@lea now you" }, developer);
    await sendMail(later(0.6));
    const [received] = mail.received;
    const [address] =
      /http:\/\/casebook\.test\/api\/unsubscribe\?token=\S+/.exec(received ? readable(received) : "") ?? [];
    expect(address).toBeDefined();
    await run(notificationUnsubscribe, {}, lead);
    const { cadences } = await run(notificationPreferencesGet, {}, lead);
    expect(cadences).toMatchObject({ mention: "in_app", drift: "off", assigned: "in_app" });
    const forged = new Request("http://localhost:3000/api/unsubscribe?token=v1.aaaa", { method: "POST" });
    expect((await handleUnsubscribe(forged)).status).toBe(404);
  });

  it("by e-mail are not stopped by a program that looks at the address", async () => {
    const { organization_id, id: person_id } = lead.actor;
    const query = new URLSearchParams({ token: mailToken({ organization_id, person_id }) });
    for (const method of ["GET", "HEAD"]) {
      const looked = new Request(`http://localhost:3000/api/unsubscribe?${query}`, { method });
      const answer = await handleUnsubscribe(looked);
      expect(answer.status, method).toBe(200);
      expect(await answer.text(), method).toContain("Stop e-mail from Casebook?");
    }
  });

  it("tell those who may decide what began to wait, in one sentence a kind, and quote no quarantined text", async () => {
    const arrivals = (hours: number) => runJob(database, "inbox_arrivals", {}, { now: () => later(hours) });
    await arrivals(0);
    const before = (await run(notificationList, {}, lead)).total;
    await arrivals(1);
    expect((await run(notificationList, {}, lead)).total, "nothing came since").toBe(before);
    const second = await createOrganization(database.db);
    const own = contextOf(database, await second.person("lead", "own"), { now: () => NOW });
    const junior = contextOf(database, await second.person("developer", "junior"), { now: () => NOW });
    const before_all = new Date(hoursAfter(0).getTime() - 3_600_000);
    await runJob(database, "inbox_arrivals", {}, { now: () => before_all });
    await fillInbox(database.db, second);
    await arrivals(2);
    const titles = await titlesOf(own);
    expect(titles).toContainEqual(["drift", "A memory drifted: Prices round half up"]);
    expect(titles).toContainEqual(["quarantine", "A text was quarantined"]);
    expect(titles).toHaveLength(9);
    expect((await titlesOf(junior)).map(([kind]) => kind)).not.toContain("quarantine");
  });
});

describe("webhooks", () => {
  type Call = { headers: Headers; body: string };
  const calls: Call[] = [];
  let answers: number[] = [];
  let receiver: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    receiver = await listen(async (request) => {
      calls.push({ headers: request.headers, body: await request.text() });
      return new Response(null, { status: answers.shift() ?? 204 });
    });
  });
  afterAll(() => receiver.close());
  beforeEach(() => {
    calls.length = 0;
    answers = [];
  });
  const urlOf = (path: string) => `http://127.0.0.1:${receiver.port}${path}`;
  const deliver = (delivery_id: string) =>
    runJob(database, "webhook_deliver", { organization_id: organization.organization_id, delivery_id });
  const newest = async (webhook_id: string) => {
    const { items } = await run(webhookDeliveryList, { webhook_id }, lead);
    const [delivery] = items;
    if (!delivery) throw new Error("nothing was sent");
    return delivery;
  };

  it("are called for their kinds with a signature that the receiver can check, and the secret is shown once", async () => {
    const { webhook, secret } = await run(
      notificationWebhookCreate,
      { label: "chat", url: urlOf("/hook?key=hidden"), kinds: ["mention"] },
      lead,
    );
    expect(webhook.url).toBe(`http://127.0.0.1:${receiver.port}`);
    await run(inboxComment, { ...drift(), body: "@lea for the hook" }, developer);
    await run(inboxAssign, { items: [drift()], person_id: lead.actor.id }, developer);
    const { items } = await run(webhookDeliveryList, { webhook_id: webhook.id }, lead);
    expect(items).toMatchObject([{ kind: "mention", status: "waiting", attempts: 0 }]);
    const delivery = await newest(webhook.id);
    await deliver(delivery.id);
    const [call] = calls;
    const id = call?.headers.get("webhook-id") ?? "";
    const timestamp = call?.headers.get("webhook-timestamp") ?? "";
    expect(id).toBe(delivery.id);
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${call?.body}`).digest("base64");
    expect(call?.headers.get("webhook-signature")).toBe(`v1,${signature}`);
    expect(JSON.parse(call?.body ?? "{}")).toMatchObject({ type: "casebook.mention" });
    expect(await newest(webhook.id)).toMatchObject({ status: "sent", attempts: 1, response_status: 204 });
    await deliver(delivery.id);
    expect(calls, "a message that was sent is not sent twice").toHaveLength(1);
    const row = await database.db.notification_webhook.findFirst({
      where: { organization_id: organization.organization_id, id: webhook.id },
    });
    expect(JSON.stringify(row)).not.toContain("hidden");
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  it("are called again while their server fails, give up on a refusal, and are replayed with the same id", async () => {
    const { webhook } = await run(
      notificationWebhookCreate,
      { label: "flaky", url: urlOf("/flaky"), format: "slack", kinds: ["assigned"] },
      lead,
    );
    const { id } = await run(notificationWebhookTest, { webhook_id: webhook.id }, lead);
    answers = [503, 429, 400];
    await expect(deliver(id)).rejects.toThrow("503");
    expect(await newest(webhook.id)).toMatchObject({ status: "waiting", attempts: 1, response_status: 503 });
    await expect(deliver(id)).rejects.toThrow("429");
    await deliver(id);
    expect(await newest(webhook.id)).toMatchObject({
      status: "failed",
      attempts: 3,
      response_status: 400,
      problem: "The address answered 400.",
    });
    await run(webhookDeliveryReplay, { delivery_id: id }, lead);
    await deliver(id);
    expect(await newest(webhook.id)).toMatchObject({ id, status: "sent", attempts: 1 });
    expect(calls.map(({ headers }) => headers.get("webhook-id"))).toEqual([id, id, id, id]);
    expect(JSON.parse(calls[3]?.body ?? "{}")).toEqual({
      text: expect.stringContaining("|Open in Casebook>"),
    });
  });

  it("have as many attempts when they are replayed as when they were made", async () => {
    const { webhook } = await run(
      notificationWebhookCreate,
      { label: "down", url: urlOf("/down"), format: "slack", kinds: ["assigned"] },
      lead,
    );
    const { id } = await run(notificationWebhookTest, { webhook_id: webhook.id }, lead);
    answers = Array.from({ length: 9 }, () => 503);
    for (let attempt = 1; attempt <= 6; attempt += 1) await expect(deliver(id)).rejects.toThrow("503");
    await deliver(id);
    expect(await newest(webhook.id)).toMatchObject({ status: "failed", attempts: 7 });
    await run(webhookDeliveryReplay, { delivery_id: id }, lead);
    await expect(deliver(id)).rejects.toThrow("503");
    expect(await newest(webhook.id)).toMatchObject({ status: "waiting", attempts: 1 });
  });

  it("that answer 410 are switched off; switched off or removed, they are not called", async () => {
    const { webhook } = await run(
      notificationWebhookCreate,
      { label: "gone", url: urlOf("/gone"), kinds: ["mention"] },
      lead,
    );
    const { id } = await run(notificationWebhookTest, { webhook_id: webhook.id }, lead);
    answers = [410];
    await deliver(id);
    const { items } = await run(notificationWebhookList, {}, lead);
    const gone = items.find((item) => item.id === webhook.id);
    expect(gone).toMatchObject({ active: false });
    await run(inboxComment, { ...drift(), body: "@lea nobody listens" }, developer);
    expect((await run(webhookDeliveryList, { webhook_id: webhook.id }, lead)).total).toBe(1);
    const stale = { webhook_id: webhook.id, active: true, version: webhook.version };
    await expect(run(notificationWebhookUpdate, stale, lead)).rejects.toThrow("changed meanwhile");
    await run(notificationWebhookUpdate, { ...stale, version: gone?.version ?? 0 }, lead);
    await run(notificationWebhookRemove, { webhook_id: webhook.id }, lead);
    await expect(run(webhookDeliveryList, { webhook_id: webhook.id }, lead)).rejects.toThrow(
      "does not exist",
    );
  });

  it("that are switched off while a message waits to be sent again are not called with it any more", async () => {
    const { webhook } = await run(
      notificationWebhookCreate,
      { label: "paused", url: urlOf("/paused"), kinds: ["mention"] },
      lead,
    );
    await run(inboxComment, { ...drift(), body: "@lea is it up?" }, developer);
    const { id } = await newest(webhook.id);
    answers = [503];
    await expect(deliver(id)).rejects.toThrow("503");
    const switchTo = (active: boolean, version: number) =>
      run(notificationWebhookUpdate, { webhook_id: webhook.id, active, version }, lead);
    await switchTo(false, webhook.version);
    await deliver(id);
    expect(calls).toHaveLength(1);
    expect(await newest(webhook.id)).toMatchObject({
      status: "failed",
      attempts: 1,
      problem: "The webhook is switched off.",
    });
    const test = await run(notificationWebhookTest, { webhook_id: webhook.id }, lead);
    await deliver(test.id);
    expect(calls, "a test may come before switching it on").toHaveLength(2);
    await switchTo(true, webhook.version + 1);
    await run(webhookDeliveryReplay, { delivery_id: id }, lead);
    await deliver(id);
    expect(calls).toHaveLength(3);
  });

  it("are refused at private addresses and without https, unless the server allows them", async () => {
    applySettings({ CASEBOOK_ALLOW_PRIVATE_URLS: "false" });
    const create = (url: string) =>
      run(notificationWebhookCreate, { label: url, url, kinds: ["mention"] }, lead);
    await expect(create("https://127.0.0.1/x")).rejects.toThrow("private network");
    await expect(create("http://example.com/x")).rejects.toThrow("https");
    await expect(create("https://user:pass@example.com/x")).rejects.toThrow("credentials");
    applySettings({ CASEBOOK_ALLOW_PRIVATE_URLS: "true" });
    await expect(
      run(notificationWebhookCreate, { label: "d", url: urlOf("/"), kinds: ["mention"] }, developer),
    ).rejects.toThrow("connections:manage");
  });
});
