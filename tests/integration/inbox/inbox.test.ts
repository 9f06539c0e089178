import { beforeAll, describe, expect, it } from "vitest";
import {
  INBOX_KINDS,
  type InboxItem,
  inboxAssign,
  inboxComment,
  inboxCommentList,
  inboxCounts,
  inboxList,
  inboxSnooze,
} from "@/lib/inbox/contract";
import { newId } from "@/lib/kernel/ids";
import type { Context } from "@/lib/runtime/operation";
import { failureSolve } from "@/lib/tasks/contract";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { fillInbox, hoursAfter } from "./support";

const database = testDatabase();
const NOW = hoursAfter(100);

let subjects: Awaited<ReturnType<typeof fillInbox>>;
let lead: Context;
let developer: Context;
beforeAll(async () => {
  const organization = await createOrganization(database.db);
  subjects = await fillInbox(database.db, organization);
  lead = contextOf(database, await organization.person("lead", "Lea Lead"), { now: () => NOW });
  developer = contextOf(database, await organization.person("developer", "Dev Eloper"), { now: () => NOW });
});

const kindsOf = (items: readonly InboxItem[]) => items.map(({ kind }) => kind);
const listed = async (context: Context, input: Parameters<typeof run<typeof inboxList>>[1] = {}) =>
  (await run(inboxList, input, context)).items;

describe("the inbox", () => {
  it("has every kind of item for a lead, ordered by reach times age, with what each reaches", async () => {
    const items = await listed(lead);
    // Reach times hours: 21×100, 10×100, 8×96, 5×97, 4×98, 4×93, 2×95, 1×99, 1×94.
    expect(items.map(({ kind, reach }) => [kind, reach])).toEqual([
      ["proposal", 21],
      ["drift", 10],
      ["suspicious_head", 8],
      ["conflict", 5],
      ["suggestion", 4],
      ["failure", 4],
      ["unclassified", 2],
      ["quarantine", 1],
      ["import", 1],
    ]);
    expect(new Set(kindsOf(items))).toEqual(new Set(INBOX_KINDS));
    for (const { kind, subject_id, repository } of items) {
      expect([kind, subject_id]).toEqual([kind, subjects[kind]]);
      expect(repository?.name).toBe("acme/shop");
    }
  });

  it("says what a proposal would have done, once that was predicted", async () => {
    expect((await listed(lead)).map(({ predicted }) => predicted)).toEqual(Array(9).fill(null));
    const effect = { effect_spared: 6, effect_rejected: 18, effect_touched: 2, effect_implemented: 25 };
    const where = { organization_id: lead.actor.organization_id, id: subjects.proposal };
    await database.db.proposal.updateMany({ where, data: { ...effect, effect_at: NOW } });
    const [proposal, ...others] = await listed(lead);
    expect(proposal?.predicted).toEqual({
      spared: 6,
      rejected: 18,
      touched: 2,
      implemented: 25,
      days: 30,
      at: NOW.toISOString(),
    });
    expect(others.every(({ predicted }) => predicted === null)).toBe(true);
    await database.db.proposal.updateMany({ where, data: { effect_at: null } });
  });

  it("leaves out what the person who asks may not decide on, and counts the same", async () => {
    const items = await listed(developer);
    expect(kindsOf(items)).toEqual(["drift", "conflict", "suggestion", "failure", "unclassified", "import"]);
    const counts = await run(inboxCounts, {}, developer);
    expect(counts).toMatchObject({ total: 6, mine: 0, snoozed: 0 });
    expect(counts.kinds.map(({ kind }) => kind)).not.toContain("quarantine");
    const asked = await run(inboxList, { kind: ["quarantine"] }, developer);
    expect(asked.total).toBe(0);
  });

  it("is read in pages, in the order of the first page however much later the next one is asked for", async () => {
    const all = await listed(lead);
    const read: InboxItem[] = [];
    let cursor: string | undefined;
    let later = NOW;
    do {
      const page = await run(inboxList, { cursor, limit: 2 }, { ...lead, now: () => later });
      expect(page.total).toBe(9);
      read.push(...page.items);
      cursor = page.next_cursor ?? undefined;
      later = new Date(later.getTime() + 86_400_000);
    } while (cursor !== undefined);
    expect(read).toEqual(all);
    await expect(run(inboxList, { cursor: "nonsense" }, lead)).rejects.toThrow("cursor");
  });

  it("is filtered by kind and repository", async () => {
    expect(kindsOf(await listed(lead, { kind: ["drift", "failure"] }))).toEqual(["drift", "failure"]);
    expect(await listed(lead, { repository: "acme/shop" })).toHaveLength(9);
    await expect(run(inboxList, { repository: "acme/none" }, lead)).rejects.toThrow("/repository");
  });

  it("hides what a person put off from that person alone, until its time has come", async () => {
    const item = { kind: "drift" as const, subject_id: subjects.drift };
    const until = hoursAfter(110).toISOString();
    expect(await run(inboxSnooze, { items: [item], until }, lead)).toEqual({ count: 1, before: [] });
    expect(kindsOf(await listed(lead))).not.toContain("drift");
    expect(kindsOf(await listed(developer))).toContain("drift");
    expect(await listed(lead, { snoozed: true })).toMatchObject([{ kind: "drift", snoozed_until: until }]);
    expect(await run(inboxCounts, {}, lead)).toMatchObject({ total: 8, snoozed: 1 });
    expect(kindsOf(await listed({ ...lead, now: () => hoursAfter(111) }))).toContain("drift");
    const back = await run(inboxSnooze, { items: [item], until: null }, lead);
    expect(back, "says until when it was, for an undo").toEqual({ count: 1, before: [{ ...item, until }] });
    expect(kindsOf(await listed(lead))).toContain("drift");
    const past = { items: [item], until: hoursAfter(1).toISOString() };
    await expect(run(inboxSnooze, past, lead)).rejects.toThrow("future");
  });

  it("says who looks at an item, and finds what is one's own or nobody's", async () => {
    const item = { kind: "conflict" as const, subject_id: subjects.conflict };
    await run(inboxAssign, { items: [item], person_id: developer.actor.id }, lead);
    expect(await listed(developer, { assignee: "me" })).toMatchObject([
      { kind: "conflict", assignee: { id: developer.actor.id, name: "Dev Eloper" } },
    ]);
    expect(kindsOf(await listed(lead, { assignee: "nobody" }))).not.toContain("conflict");
    expect(await listed(lead, { assignee: developer.actor.id })).toHaveLength(1);
    expect((await run(inboxCounts, {}, developer)).mine).toBe(1);
    await run(inboxAssign, { items: [item], person_id: null }, lead);
    expect(await listed(developer, { assignee: "me" })).toEqual([]);
    const proposal = {
      items: [{ kind: "proposal" as const, subject_id: subjects.proposal }],
      person_id: null,
    };
    await expect(run(inboxAssign, proposal, lead)).rejects.toThrow("proposal_assign");
    await expect(run(inboxAssign, { items: [item], person_id: newId() }, lead)).rejects.toThrow("member");
  });

  it("keeps what people say about an item, with whom they mention; who may not decide on it cannot read it", async () => {
    const item = { kind: "quarantine" as const, subject_id: subjects.quarantine };
    const said = await run(
      inboxComment,
      { ...item, body: "@dev eloper, what is this? key sk-nothing" },
      lead,
    );
    expect(said.mentions, "who may not see it is not mentioned").toEqual([]);
    const seen = { kind: "drift" as const, subject_id: subjects.drift };
    const { mentions } = await run(inboxComment, { ...seen, body: "@dev eloper, and this?" }, lead);
    expect(mentions).toEqual([{ id: developer.actor.id, name: "Dev Eloper" }]);
    const hidden = { items: [item], person_id: developer.actor.id };
    await expect(run(inboxAssign, hidden, lead)).rejects.toThrow("would not see it");
    const page = await run(inboxCommentList, item, lead);
    expect(page.items).toEqual([said]);
    expect((await listed(lead, { kind: ["quarantine"] }))[0]?.comments).toBe(1);
    await expect(run(inboxCommentList, item, developer)).rejects.toThrow("does not exist");
    await expect(run(inboxComment, { ...item, subject_id: newId(), body: "?" }, lead)).rejects.toThrow(
      "does not exist",
    );
  });

  it("no longer has what was decided by the operation of its module", async () => {
    await run(failureSolve, { failure_id: subjects.failure, solution: "Load it first." }, developer);
    expect(kindsOf(await listed(lead))).not.toContain("failure");
  });
});
