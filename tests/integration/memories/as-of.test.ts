import { describe, expect, it } from "vitest";
import * as contract from "@/lib/memories/contract";
import type { Context } from "@/lib/runtime/operation";
import { addRepository, contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { remember } from "./support";

const database = testDatabase();

const MINUTE = 60_000;
const START = Date.parse("2026-11-03T10:00:00.000Z");

/** An organization whose clock is set by hand: `at(3)` acts three minutes after the start. */
async function setUp(settings: Record<string, unknown> = {}) {
  const organization = await createOrganization(database.db, settings);
  const lead = contextOf(database, await organization.person("lead"));
  const moment = (minute: number) => new Date(START + minute * MINUTE);
  const at = (minute: number, context: Context = lead): Context => ({
    ...context,
    now: () => moment(minute),
  });
  const asked = (minute: number) => moment(minute).toISOString();
  const list = (minute: number, input: object = {}, context: Context = lead) =>
    run(contract.memoryList, { as_of: asked(minute), ...input }, at(1_000, context));
  return { ...organization, lead, at, asked, list };
}

const statuses = ({ items }: { items: contract.Memory[] }) =>
  Object.fromEntries(items.map(({ statement, status }) => [statement, status]));

describe("the memories of an earlier moment", () => {
  it("are as they were when stored, edited, superseded, invalidated and restored", async () => {
    const { at, list, lead } = await setUp();
    const tea = await remember(at(0), { statement: "Tea is served at four.", tags: ["drinks"] });
    const memory_id = tea.id;
    await run(contract.memoryUpdate, { memory_id, statement: "Tea is served at five.", version: 1 }, at(10));
    await run(contract.memoryInvalidate, { memory_id, reason: "nobody drinks tea" }, at(20));
    await run(contract.memoryRestore, { memory_id }, at(30));
    await run(contract.memorySupersede, { memory_id, statement: "Coffee is served at five." }, at(40));

    expect(statuses(await list(-1))).toEqual({});
    expect(statuses(await list(5))).toEqual({ "Tea is served at four.": "active" });
    expect(statuses(await list(15))).toEqual({ "Tea is served at five.": "active" });
    expect(statuses(await list(25))).toEqual({ "Tea is served at five.": "invalid" });
    expect(statuses(await list(35))).toEqual({ "Tea is served at five.": "active" });
    expect(statuses(await list(45))).toEqual({
      "Tea is served at five.": "superseded",
      "Coffee is served at five.": "active",
    });

    const invalid = (await list(25)).items[0];
    expect(invalid).toMatchObject({ status_reason: "nobody drinks tea", superseded_by: null });
    expect(invalid?.status_since).toBe(new Date(START + 20 * MINUTE).toISOString());
    const { items: now } = await run(contract.memoryList, {}, lead);
    expect(now.find(({ id }) => id === memory_id)?.superseded_by).not.toBeNull();
  });

  it("are filtered by what they were then", async () => {
    const { at, list } = await setUp();
    const { id: memory_id } = await remember(at(0), {
      statement: "Builds are cached.",
      category: "build",
      tags: ["speed"],
    });
    const change = { category: "delivery", tags: ["cache"], pinned: true, version: 1 };
    await run(contract.memoryUpdate, { memory_id, ...change }, at(10));
    await run(contract.memoryInvalidate, { memory_id, reason: "not any more" }, at(20));
    const total = async (minute: number, filters: object) => (await list(minute, filters)).total;
    expect(await total(5, { category: "build", tag: "speed", status: ["active"] })).toBe(1);
    expect(await total(5, { category: "delivery" })).toBe(0);
    expect(await total(5, { pinned: true })).toBe(0);
    expect(await total(15, { category: "delivery", tag: "cache", pinned: true })).toBe(1);
    expect(await total(25, { status: ["active"] })).toBe(0);
    expect(await total(25, { status: ["invalid"] })).toBe(1);
  });

  it("are counted by what became of them, and every set is listed", async () => {
    const { at, list } = await setUp();
    const store = (minute: number, statement: string) => remember(at(minute), { statement });
    await store(0, "stays");
    const invalidated = await store(0, "is invalidated");
    const deleted = await store(0, "is deleted");
    const changed = await store(0, "is changed");
    const returns = await store(0, "comes back");
    await run(contract.memoryInvalidate, { memory_id: returns.id, reason: "wrong" }, at(1));
    await store(20, "is added");
    const brief = await store(20, "is added and invalid again");
    await run(contract.memoryInvalidate, { memory_id: brief.id, reason: "wrong" }, at(21));
    await run(contract.memoryInvalidate, { memory_id: invalidated.id, reason: "wrong" }, at(20));
    await run(contract.memoryDelete, { memory_id: deleted.id }, at(20));
    const change = { memory_id: changed.id, statement: "was changed", version: 1 };
    await run(contract.memoryUpdate, change, at(20));
    await run(contract.memoryRestore, { memory_id: returns.id }, at(20));

    const then = await list(10);
    expect(then.total).toBe(5);
    expect(then.as_of?.counts).toEqual({
      active_then: 4,
      active_now: 4,
      ended: 2,
      ended_by: {
        superseded: 0,
        invalid: 1,
        drifted: 0,
        expired: 0,
        quarantined: 0,
        deleted: 1,
        elsewhere: 0,
      },
      changed: 1,
      returned: 1,
      added: 1,
    });
    const { active_then, ended, added, returned, active_now } = then.as_of?.counts ?? {
      active_then: 0,
      ended: 0,
      added: 0,
      returned: 0,
      active_now: -1,
    };
    expect(active_then - ended + added + returned).toBe(active_now);
    const of = async (since: string) => statuses(await list(10, { since }));
    expect(await of("ended")).toEqual({ "is invalidated": "active", "is deleted": "active" });
    expect(await of("changed")).toEqual({ "is changed": "active" });
    expect(await of("returned")).toEqual({ "comes back": "active" });
    expect(await of("added")).toEqual({ "is added": "active" });

    const mark = (id: string) => then.as_of?.marks.find(({ memory_id }) => memory_id === id);
    expect(mark(invalidated.id)).toMatchObject({ since: "ended", status: "invalid", reason: "wrong" });
    expect(mark(deleted.id)).toMatchObject({ since: "ended", deleted: true });
    expect(mark(changed.id)).toMatchObject({ since: "changed", fields: ["statement"] });
    expect(mark(returns.id)).toMatchObject({ since: "returned", status: "active" });
    const facets = await run(
      contract.memoryFacets,
      { as_of: new Date(START + 10 * MINUTE).toISOString() },
      at(1_000),
    );
    expect(facets.status).toEqual([
      { value: "active", count: 4 },
      { value: "invalid", count: 1 },
    ]);
  });

  it("come with how one was, for one memory and in a search", async () => {
    const { at, asked } = await setUp();
    const { id: memory_id } = await remember(at(0), { statement: "Sessions last an hour." });
    await run(contract.memoryUpdate, { memory_id, statement: "Sessions last a day.", version: 1 }, at(10));
    const early = await run(contract.memoryGet, { memory_id, as_of: asked(5) }, at(100));
    expect(early.statement).toBe("Sessions last a day.");
    expect(early.as_of?.memory?.statement).toBe("Sessions last an hour.");
    expect(early.as_of?.mark).toMatchObject({ since: "changed", fields: ["statement"] });
    const before = await run(contract.memoryGet, { memory_id, as_of: asked(-5) }, at(100));
    expect(before.as_of?.memory).toBeNull();
    const { items, as_of } = await run(
      contract.memorySearch,
      { query: "sessions", as_of: asked(5) },
      at(100),
    );
    expect(items.map(({ memory }) => memory.statement)).toEqual(["Sessions last an hour."]);
    expect(as_of).toMatchObject({ complete: false, marks: [{ memory_id, since: "changed" }] });
  });
});

describe("the moment", () => {
  it("of a date is the end of that day in the zone that is given, else in the organization's", async () => {
    const berlin = await setUp({ time_zone: "Europe/Berlin" });
    const auckland = await setUp({ time_zone: "Pacific/Auckland" });
    // 23:30 of the same day in Berlin, 11:30 of the next one in Auckland.
    const evening = () => new Date("2026-11-03T22:30:00.000Z");
    const later = () => new Date("2026-11-13T10:00:00.000Z");
    const total = async ({ lead }: typeof berlin, as_of: string, time_zone?: string) =>
      (await run(contract.memoryList, { as_of, time_zone }, { ...lead, now: later })).total;
    for (const { lead } of [berlin, auckland])
      await remember({ ...lead, now: evening }, { statement: "Written in the evening." });
    expect(await total(berlin, "2026-11-03")).toBe(1);
    expect(await total(auckland, "2026-11-03")).toBe(0);
    expect(await total(auckland, "2026-11-04")).toBe(1);
    expect(await total(auckland, "2026-11-03", "Europe/Berlin")).toBe(1);
    expect(await total(berlin, "2026-11-03", "Pacific/Auckland")).toBe(0);
  });

  it("of today is now, and nothing later is answered", async () => {
    const { at, lead } = await setUp();
    await remember(at(0), { statement: "Known." });
    const today = await run(contract.memoryList, { as_of: "2026-11-03" }, at(5));
    expect(today.as_of?.at).toBe(new Date(START + 5 * MINUTE).toISOString());
    expect(today.total).toBe(1);
    for (const as_of of ["2026-11-04", "2026-11-03T10:06:00.000Z", "2027-01-01T00:00:00+02:00"])
      await expect(run(contract.memoryList, { as_of }, at(5))).rejects.toMatchObject({
        code: "invalid_input",
        errors: [{ pointer: "/as_of", detail: expect.stringContaining("in the future") }],
      });
    for (const as_of of ["yesterday", "2026-02-30", "2026-11-03T10:00:00", "a1b2c3d"])
      await expect(run(contract.memoryList, { as_of }, at(5))).rejects.toMatchObject({
        code: "invalid_input",
        errors: [{ pointer: "/as_of" }],
      });
    await expect(run(contract.memoryList, { since: "added" }, lead)).rejects.toMatchObject({
      errors: [{ pointer: "/since" }],
    });
  });

  it("longer ago than deleted memories are kept is not wholly known, and says so", async () => {
    const { list, at } = await setUp();
    await remember(at(0), { statement: "Known." });
    expect((await list(1)).as_of).toMatchObject({ complete: true, reasons: [] });
    const much_later = { ...at(0), now: () => new Date(START + 400 * 24 * 60 * MINUTE) };
    const { as_of } = await run(contract.memoryList, { as_of: "2026-11-04" }, much_later);
    expect(as_of).toMatchObject({ complete: false });
    expect(as_of?.reasons[0]).toContain("removed for good");
  });
});

describe("who asks", () => {
  it("sees nothing of another organization", async () => {
    const { at, list } = await setUp();
    await remember(at(0), { statement: "Ours." });
    const other = await setUp();
    const theirs = await other.list(5);
    expect(theirs.total).toBe(0);
    expect(theirs.as_of?.counts).toMatchObject({ active_then: 0, active_now: 0 });
    expect((await list(5)).total).toBe(1);
  });

  it("by a bound key sees its repository's memories of then, and no former texts", async () => {
    const { at, list, agent, organization_id } = await setUp();
    const shop = await addRepository(database.db, { organization_id, name: "acme/shop" });
    await addRepository(database.db, { organization_id, name: "acme/blog" });
    const store = (statement: string, name: string) => remember(at(0), { statement, repository: name });
    const own = await store("Prices are net.", "acme/shop");
    const gone = await store("Prices are gross.", "acme/shop");
    await store("Posts have titles.", "acme/blog");
    const change = { memory_id: own.id, statement: "Prices are rounded.", version: 1 };
    await run(contract.memoryUpdate, change, at(10));
    await run(contract.memoryInvalidate, { memory_id: gone.id, reason: "wrong" }, at(10));
    const key = contextOf(database, await agent({ repository_ids: [shop] }));
    const then = await list(5, {}, key);
    expect(statuses(then)).toEqual({ "Prices are rounded.": "active", "Prices are gross.": "active" });
    expect(then.as_of).toMatchObject({ complete: false, counts: { active_then: 2, ended: 1 } });
    await run(contract.memoryDelete, { memory_id: gone.id }, at(20));
    expect(Object.keys(statuses(await list(5, {}, key)))).toEqual(["Prices are rounded."]);
  });
});

describe("the order by kind", () => {
  it("begins with conventions and decisions, active and of high quality first, and is paged without gaps", async () => {
    const { at, lead } = await setUp();
    const kinds = ["fact", "decision", "procedure"] as const;
    for (let index = 0; index < 12; index++) {
      const kind = kinds[index % 3] ?? "fact";
      await remember(at(index), {
        kind,
        statement: `${kind} ${index}`,
        ...(index >= 6 ? { reasoning: "because it was measured" } : {}),
      });
    }
    const weak = await remember(at(20), {
      kind: "decision",
      statement: "decision of yore",
      reasoning: "once",
    });
    await run(contract.memoryInvalidate, { memory_id: weak.id, reason: "over" }, at(21));
    const seen: contract.Memory[] = [];
    let cursor: string | undefined;
    do {
      const page = await run(contract.memoryList, { sort: "kind", limit: 5, cursor }, lead);
      seen.push(...page.items);
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(13);
    const order = contract.KINDS_AS_READ.map(String);
    const ranks = seen.map(({ kind }) => order.indexOf(kind));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    const decisions = seen.filter(({ kind }) => kind === "decision");
    expect(decisions.map(({ statement }) => statement)).toEqual([
      "decision 10",
      "decision 7",
      "decision 4",
      "decision 1",
      "decision of yore",
    ]);
  });
});
