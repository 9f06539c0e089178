import { beforeAll, describe, expect, it } from "vitest";
import { applySettings } from "@/lib/env";
import { inboxAssign, inboxComment } from "@/lib/inbox/contract";
import {
  notificationList,
  notificationWebhookCreate,
  webhookDeliveryList,
} from "@/lib/notifications/contract";
import type { Context } from "@/lib/runtime/operation";
import { proposalAssign, proposalComment } from "@/lib/skills/contract";
import { CONNECTION_SETTINGS } from "../../support/connections";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { fillInbox } from "./support";

const database = testDatabase();

type People = Record<"lead" | "developer" | "other", Context>;

let people: People;
let subjects: Awaited<ReturnType<typeof fillInbox>>;
beforeAll(() => {
  applySettings(CONNECTION_SETTINGS);
});

async function setUp() {
  const organization = await createOrganization(database.db);
  subjects = await fillInbox(database.db, organization);
  const person = async (role: "lead" | "developer", name: string) =>
    contextOf(database, await organization.person(role, name));
  people = {
    lead: await person("lead", "lea"),
    developer: await person("developer", "dev"),
    other: await person("developer", "oth"),
  };
}

const drift = () => ({ kind: "drift" as const, subject_id: subjects.drift });
const heard = async (context: Context) =>
  (await run(notificationList, {}, context)).items.map(({ kind, title }) => `${kind}: ${title}`);

describe("a comment", () => {
  it("on an item is heard once by who is assigned to it, as long as they are", async () => {
    await setUp();
    const { lead, developer, other } = people;
    await run(inboxAssign, { items: [drift()], person_id: developer.actor.id }, lead);
    await run(inboxComment, { ...drift(), body: "Is it so?" }, other);
    await run(inboxComment, { ...drift(), body: "@dev, is it?" }, other);
    expect(await heard(developer)).toEqual([
      "mention: oth mentioned you on Prices round half up",
      "comment: oth commented on Prices round half up",
      "assigned: lea assigned you Prices round half up",
    ]);
    await run(inboxAssign, { items: [drift()], person_id: null }, lead);
    await run(inboxComment, { ...drift(), body: "It is." }, other);
    expect(await heard(developer)).toHaveLength(3);
    expect(await heard(lead)).toEqual([]);
  });

  it("that mentions nobody is no mention for webhooks", async () => {
    await setUp();
    const { lead, developer } = people;
    const { webhook } = await run(
      notificationWebhookCreate,
      { label: "chat", url: "http://127.0.0.1:9/hook", kinds: ["mention"] },
      lead,
    );
    const called = async () => (await run(webhookDeliveryList, { webhook_id: webhook.id }, lead)).total;
    await run(inboxComment, { ...drift(), body: "Nobody in particular" }, developer);
    await run(proposalComment, { proposal_id: subjects.proposal, body: "Nobody either" }, developer);
    expect(await called()).toBe(0);
    await run(inboxComment, { ...drift(), body: "@lea in particular" }, developer);
    expect(await called()).toBe(1);
  });

  it("on a proposal is heard at once by who is assigned to it and who spoke before", async () => {
    await setUp();
    const { lead, developer, other } = people;
    const proposal_id = subjects.proposal;
    await run(proposalAssign, { proposal_id, person_id: developer.actor.id }, lead);
    await run(proposalComment, { proposal_id, body: "Why this one?" }, other);
    await run(proposalComment, { proposal_id, body: "@dev knows." }, lead);
    expect(await heard(developer)).toEqual([
      "mention: lea mentioned you on the proposal Allow short names",
      "comment: oth commented on the proposal Allow short names",
      "assigned: lea assigned you the proposal Allow short names",
    ]);
    expect(await heard(other)).toEqual(["comment: lea commented on the proposal Allow short names"]);
    expect(await heard(lead)).toEqual([]);
    await run(proposalAssign, { proposal_id, person_id: null }, lead);
    await run(proposalComment, { proposal_id, body: "Never mind." }, lead);
    expect(await heard(developer)).toHaveLength(3);
  });
});
