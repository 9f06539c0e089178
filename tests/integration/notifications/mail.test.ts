import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { applySettings } from "@/lib/env";
import { inboxComment } from "@/lib/inbox/contract";
import {
  notificationList,
  notificationPreferencesUpdate,
  notificationUnsubscribe,
} from "@/lib/notifications/contract";
import type { Context } from "@/lib/runtime/operation";
import { contextOf, createOrganization, run, runJob, testDatabase } from "../../support/database";
import { mailSettings, startMailServer } from "../../support/mail-server";
import { fillInbox, hoursAfter } from "../inbox/support";

const database = testDatabase();
/** Monday, 23 November 2026, 04:00 in UTC. */
const NOW = hoursAfter(76);
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const NEXT_DAY = 24 * 60;

let mail: Awaited<ReturnType<typeof startMailServer>>;
let lead: Context;
let developer: Context;
let drift: { kind: "drift"; subject_id: string };

beforeAll(async () => {
  mail = await startMailServer();
  applySettings(mailSettings(mail));
});
afterAll(() => mail.close());
beforeEach(async () => {
  mail.received.length = 0;
  mail.state.begun = 0;
  mail.state.held = null;
  const organization = await createOrganization(database.db);
  const subjects = await fillInbox(database.db, organization);
  drift = { kind: "drift", subject_id: subjects.drift };
  const person = async (role: "lead" | "developer") =>
    contextOf(database, await organization.person(role), { now: () => NOW });
  lead = await person("lead");
  developer = await person("developer");
});

const sendMail = (now: Date) => runJob(database, "notification_mail", {}, { now: () => now });
const mention = () => run(inboxComment, { ...drift, body: `@${developer.actor.name} look` }, lead);
const prefer = (cadence: "at_once" | "daily" | "in_app") =>
  run(notificationPreferencesUpdate, { cadences: { mention: cadence } }, developer);

describe("an e-mail that was scheduled", () => {
  it("is not sent to who unsubscribed meanwhile, nor after they want e-mail again", async () => {
    await prefer("daily");
    await mention();
    await run(notificationUnsubscribe, {}, developer);
    await sendMail(later(NEXT_DAY));
    expect(mail.received).toEqual([]);
    await prefer("daily");
    await sendMail(later(2 * NEXT_DAY));
    expect(mail.received).toEqual([]);
    expect((await run(notificationList, {}, developer)).total).toBe(1);
  });

  it("is not sent of a kind that its reader left to the list meanwhile", async () => {
    await prefer("daily");
    await mention();
    await prefer("in_app");
    await sendMail(later(NEXT_DAY));
    expect(mail.received).toEqual([]);
  });

  it("is sent once by workers that begin at the same moment", async () => {
    await mention();
    await Promise.all([sendMail(later(1)), sendMail(later(1)), sendMail(later(1))]);
    expect(mail.received).toHaveLength(1);
    await sendMail(later(2));
    await sendMail(later(20));
    expect(mail.received).toHaveLength(1);
  });

  it("is left to the worker that began with it, and taken over some minutes later", async () => {
    await mention();
    let release = () => {};
    mail.state.held = new Promise((resolve) => {
      release = resolve;
    });
    const first = sendMail(later(1));
    await vi.waitFor(() => expect(mail.state.begun).toBe(1), { timeout: 10_000, interval: 20 });
    mail.state.held = null;
    await sendMail(later(2));
    expect(mail.received).toEqual([]);
    await sendMail(later(7));
    expect(mail.received).toHaveLength(1);
    release();
    await first;
    await sendMail(later(20));
    expect(mail.state.begun).toBe(2);
  });
});
