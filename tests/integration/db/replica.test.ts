import { beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "@/lib/db/client";
import { createReplica, type Replica } from "@/lib/db/replica";
import { memoryGet, memoryList, memorySearch, memoryStore } from "@/lib/memories/contract";
import type { Context } from "@/lib/runtime/operation";
import { contextOf, createOrganization, openTestDatabase, run, testDatabase } from "../../support/database";

/** A replica is a second client of the same database here, which counts what it is asked and refuses to write. */
const database = testDatabase();
const WRITES = /^(?:create|update|upsert|delete|\$execute)/;

type Fake = {
  replica: Replica;
  reads: () => number;
  log: { newest: bigint; replayed: bigint };
  fail(): void;
};

function fakeReplica(): Fake {
  const log = { newest: 10n, replayed: 10n };
  const changed = new Map<string, bigint>();
  let reads = 0;
  let is_up = true;
  const db = openDatabase(database.connection_string, 2).$extends({
    query: {
      $allOperations({ operation, args, query }) {
        if (!is_up) throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
        if (WRITES.test(operation)) throw new Error(`the replica was asked to ${operation}`);
        reads += 1;
        return query(args);
      },
    },
  }) as unknown as Database;
  const replica = createReplica({
    db,
    positions: {
      note: async (who) => {
        log.newest += 1n;
        changed.set(who, log.newest);
        return log.newest;
      },
      find: async (who) => ({ changed: changed.get(who) ?? null, newest: log.newest }),
      replayed: async () => log.replayed,
      forget: async () => undefined,
    },
  });
  return {
    replica,
    log,
    reads: () => reads,
    fail: () => {
      is_up = false;
    },
  };
}

let person: Context;
let agent: Context;
beforeAll(async () => {
  const organization = await createOrganization(database.db);
  person = contextOf(database, await organization.person("lead"));
  agent = contextOf(database, await organization.agent());
  await run(memoryStore, { kind: "fact", scope: "global", statement: "Barges turn at mile nine." }, person);
});

const store = (context: Context, statement: string) =>
  run(memoryStore, { kind: "fact", scope: "global", statement }, context);

describe("with a replica", () => {
  it("lists and searches are read there, and everything they record is written to the primary", async () => {
    const { replica, reads } = fakeReplica();
    await run(memoryList, {}, { ...person, replica });
    expect(reads()).toBeGreaterThan(0);
    const before = reads();
    const found = await run(memorySearch, { query: "where do barges turn" }, { ...agent, replica });
    expect(found.items).toHaveLength(1);
    expect(reads()).toBeGreaterThan(before);
    const events = await database.db.memory_event.count({
      where: { organization_id: agent.actor.organization_id, memory_id: found.items[0]?.memory.id },
    });
    expect(events).toBeGreaterThan(0);
  });

  it("a caller reads its own change at once, and from the replica again once that has it", async () => {
    const { replica, reads, log } = fakeReplica();
    const context = { ...person, replica };
    const { memory } = await store(context, "Pilots board at the outer buoy.");
    const before = reads();
    expect((await run(memoryGet, { memory_id: memory?.id ?? "" }, context)).id).toBe(memory?.id);
    await run(memoryList, {}, context);
    expect(reads()).toBe(before);
    log.replayed = log.newest;
    await run(memoryList, {}, context);
    expect(reads()).toBeGreaterThan(before);
  });

  it("others go on reading there after somebody's change", async () => {
    const { replica, reads } = fakeReplica();
    await store({ ...person, replica }, "Tugs wait at the basin.");
    const before = reads();
    await run(memorySearch, { query: "where do tugs wait" }, { ...agent, replica });
    expect(reads()).toBeGreaterThan(before);
  });

  it("a replica that stops answering is one read less, and no error", async () => {
    const { replica, reads, fail } = fakeReplica();
    const context = { ...person, replica };
    fail();
    const before = reads();
    const list = await run(memoryList, {}, context);
    expect(list.items.length).toBeGreaterThan(0);
    expect(await run(memorySearch, { query: "where do barges turn" }, { ...agent, replica })).toBeDefined();
    expect(reads()).toBe(before);
  });

  it("what a replica does not have yet is looked for at the primary, and not said to be missing", async () => {
    const { memory } = await store(person, "Gangways are raised at dusk.");
    const empty = await openTestDatabase();
    try {
      const replica = createReplica({
        db: empty.db,
        positions: {
          note: async () => 1n,
          find: async () => ({ changed: null, newest: 1n }),
          replayed: async () => 1n,
          forget: async () => undefined,
        },
      });
      const context = { ...person, replica };
      expect((await run(memoryList, {}, context)).items).toEqual([]);
      expect((await run(memoryGet, { memory_id: memory?.id ?? "" }, context)).id).toBe(memory?.id);
    } finally {
      await empty.close();
    }
  });
});
