import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { DAY_MS } from "@/lib/kernel/time";
import * as contract from "@/lib/memories/contract";
import { memoryExpireJob } from "@/lib/memories/jobs";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { remember } from "./support";

const database = testDatabase();

const NOT_HELD = { held_at: null, held_reason: null };

type Fields = Record<string, unknown>;

/** Of two memories that nearly say the same: what the older one and the better one have of their own. */
const OF_OTHERS: [string, Fields, Fields][] = [
  ["for another user", { user: "ada", metadata: { mem0: {} } }, { user: "bo", metadata: { mem0: {} } }],
  [
    "for another application of the same user",
    { user: "ada", metadata: { mem0: { app_id: "crm" } } },
    { user: "ada", metadata: { mem0: { app_id: "desk" } } },
  ],
  [
    "of another developer",
    { kind: "developer_preference", metadata: { developer_id: "ada" } },
    { kind: "developer_preference", metadata: { developer_id: "bo" } },
  ],
  [
    "for another repository that is not registered",
    { scope: "repository", pending_repository: "acme/one" },
    { scope: "repository", pending_repository: "acme/two" },
  ],
  ["by one that waits for a person", {}, { held_at: new Date(), held_reason: "runs what it fetches" }],
];

async function setUp() {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  const lead = contextOf(database, await organization.person("lead"));
  const { db } = database;
  const now = new Date();
  /** A memory that was confirmed so many days ago. */
  const aged = async (statement: string, days: number, more: Record<string, unknown> = {}) => {
    const { id } = await remember(lead, { statement });
    const at = new Date(now.getTime() - days * DAY_MS);
    await db.memory.updateMany({
      where: { organization_id, id },
      data: { refreshed_at: at, created_at: at, ...more },
    });
    return id;
  };
  const expire = (dry_run: boolean) => run(contract.memoryExpire, { dry_run }, lead);
  const nightly = () => memoryExpireJob.handle({}, partsOf({ db }, { now: () => now }));
  return { ...organization, lead, aged, expire, nightly };
}

describe("expiry", () => {
  it("takes what is old and poor, never used, or said better by a newer one; a pinned one never", async () => {
    const { organization_id, lead, aged, expire, nightly } = await setUp();
    const used = { usage_count: 1 };
    const poor = await aged("Old and poor", 91, { ...used, quality: 0.49 });
    const unused = await aged("Never used", 61);
    const kept = [
      await aged("Old and good", 400, { ...used, quality: 0.5 }),
      await aged("Poor and not so old", 89, { ...used, quality: 0.1 }),
      await aged("Not used yet", 59),
      await aged("Pinned", 400, { quality: 0.1, pinned: true }),
    ];
    const older = await aged("The pool has 5 connections at most", 10, { ...used, quality: 0.6 });
    const newer = await aged("The pool holds at most 5 connections", 5, { ...used, quality: 0.8 });
    const alike = await aged("The queue has 5 workers", 10, { ...used, quality: 0.6 });
    const link = (memory_id: string, similarity: number) => ({
      organization_id,
      memory_id,
      other_id: newer,
      relation: "near_duplicate",
      similarity,
    });
    await database.db.memory_link.createMany({ data: [link(older, 0.97), link(alike, 0.9)] });

    const dry = await expire(true);
    const rules = Object.fromEntries(dry.items.map(({ memory, rule }) => [memory.id, rule]));
    expect(rules).toEqual({
      [poor]: "low_quality",
      [unused]: "never_recalled",
      [older]: "superseded_by_newer",
    });
    expect(dry.total).toBe(3);
    expect((await run(contract.memoryFacets, {}, lead)).status).toEqual([{ value: "active", count: 9 }]);

    await nightly();
    for (const { memory, rule, reason } of dry.items) {
      const { items } = await run(contract.memoryEventList, { memory_id: memory.id }, lead);
      expect(items[0]).toMatchObject({ type: "expired", reason, actor: { kind: "job" }, detail: { rule } });
      const now = await run(contract.memoryGet, { memory_id: memory.id }, lead);
      expect(now).toMatchObject({ status: "expired", status_reason: reason });
    }
    for (const memory_id of [...kept, newer, alike])
      expect((await run(contract.memoryGet, { memory_id }, lead)).status).toBe("active");
    expect(await expire(false)).toMatchObject({ items: [], total: 0 });
    const audited = await database.db.audit_entry.count({
      where: { organization_id, operation: "memory_expire", actor_kind: "job" },
    });
    expect(audited).toBe(1);
    expect((await run(contract.memoryUndo, { memory_id: poor }, lead)).memory?.status).toBe("active");
  });

  it.each(OF_OTHERS)("leaves what is said better only %s", async (_, older, newer) => {
    const { organization_id, aged, expire } = await setUp();
    const memory_id = await aged("Tea is served at five", 10, { usage_count: 1, quality: 0.6, ...older });
    const other_id = await aged("At five tea is served", 5, { usage_count: 1, quality: 0.8, ...newer });
    const relation = "near_duplicate";
    await database.db.memory_link.create({
      data: { organization_id, memory_id, other_id, relation, similarity: 0.99 },
    });
    expect((await expire(true)).items).toEqual([]);
    await database.db.memory.updateMany({
      where: { organization_id, id: other_id },
      data: { ...NOT_HELD, ...older },
    });
    expect((await expire(true)).items).toMatchObject([
      { memory: { id: memory_id }, rule: "superseded_by_newer" },
    ]);
  });

  it("leaves what an agent found by search lately, though finding is no use", async () => {
    const { organization_id, agent, aged, expire } = await setUp();
    const found = await aged("Berths are counted from the pier", 61);
    const lost = await aged("Tariffs change in spring", 61);
    const bot = contextOf(database, await agent());
    await run(contract.memorySearch, { query: "berths counted pier" }, bot);
    const events = { organization_id, type: "retrieved", memory_id: found };
    expect(await database.db.memory_event.count({ where: events })).toBe(1);
    expect((await expire(true)).items.map(({ memory }) => memory.id)).toEqual([lost]);
  });

  it("expires on demand exactly what the list without doing it shows", async () => {
    const { aged, expire, person } = await setUp();
    for (let index = 0; index < 4; index++) await aged(`Never used ${newId()}`, 61 + index);
    const dry = await expire(true);
    const done = await expire(false);
    expect(done.items.map(({ memory, rule }) => [memory.id, rule])).toEqual(
      dry.items.map(({ memory, rule }) => [memory.id, rule]),
    );
    expect(done.items.every(({ memory }) => memory.status === "expired")).toBe(true);
    const developer = contextOf(database, await person("developer"));
    await expect(run(contract.memoryExpire, {}, developer)).rejects.toMatchObject({
      code: "permission_denied",
    });
  });
});
