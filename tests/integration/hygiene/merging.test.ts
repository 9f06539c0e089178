import { describe, expect, it } from "vitest";
import { transaction } from "@/lib/db/client";
import { duplicateList, duplicateMerge, hygieneUndo, memoryConsolidate } from "@/lib/hygiene/contract";
import { memoryDelete, memoryGet, memoryRestore, memoryUndo, memoryUpdate } from "@/lib/memories/contract";
import type { Context } from "@/lib/runtime/operation";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { remember } from "../memories/support";

const database = testDatabase();

async function setUp() {
  const organization = await createOrganization(database.db);
  return {
    ...organization,
    lead: contextOf(database, await organization.person("lead")),
    colleague: contextOf(database, await organization.person("lead")),
    developer: contextOf(database, await organization.person("developer")),
  };
}

/** Two memories that say the same word for word. */
async function twins(context: Context, statement: string): Promise<[string, string]> {
  const one = await remember(context, { statement });
  await run(memoryDelete, { memory_id: one.id }, context);
  const other = await remember(context, { statement });
  await run(memoryUndo, { memory_id: one.id }, context);
  return [one.id, other.id];
}

const get = (memory_id: string, context: Context) => run(memoryGet, { memory_id }, context);
const edit = (memory_id: string, context: Context) =>
  run(memoryUpdate, { memory_id, statement: "Orders of partners are never archived" }, context);

/** Holds a memory's row from a transaction beside the others until it is let go. */
async function hold(memory_id: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let done: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    done = transaction(database.db, async (tx) => {
      await tx.$queryRawUnsafe("select 1 from memory where id = $1::uuid for update", memory_id);
      resolve();
      await released;
    });
    done.catch(reject);
  });
  return {
    /** Resolves once so many others wait for a lock. */
    waitFor: async (count: number) => {
      const waiting = async () => {
        const rows = await database.db.$queryRawUnsafe<{ count: number }[]>(
          "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows[0]?.count;
      };
      await expect.poll(waiting, { timeout: 10_000 }).toBe(count);
    },
    release: async () => {
      release();
      await done;
    },
  };
}

describe("merging what somebody edits meanwhile", () => {
  it("leaves it as it is when the list was read before, and says so", async () => {
    const { lead, developer } = await setUp();
    const ids = await twins(lead, "Orders are archived after 30 days");
    const { items } = await run(duplicateList, { kind: "exact" }, lead);
    const [kept, edited] = items[0]?.memories ?? [];
    const versions = [kept, edited].map((one) => ({ memory_id: one?.id ?? "", version: one?.version ?? 0 }));
    await edit(edited?.id ?? "", developer);
    const groups = [[kept?.id ?? "", edited?.id ?? ""]];
    expect(await run(duplicateMerge, { groups, versions }, lead)).toMatchObject({
      merged: 0,
      steps: [],
      refused: [{ memory_id: edited?.id }],
    });
    for (const id of ids) expect((await get(id, lead)).status).toBe("active");
  });

  it.skipIf(!process.env.DATABASE_URL)("leaves it for the next night", async () => {
    const { organization_id, lead, developer } = await setUp();
    const pairs = [
      await twins(lead, "Orders are archived after 30 days"),
      await twins(lead, "Carts expire after an hour"),
    ];
    // The groups are merged in the order of their hashes, so the second one is planned while the first one waits.
    const rows = await database.db.memory.findMany({
      where: { organization_id },
      orderBy: [{ duplicate_sha256: "asc" }, { id: "asc" }],
      select: { id: true },
    });
    const [first = pairs[0], second = pairs[1]] = pairs.toSorted(
      ([one], [other]) => rows.findIndex(({ id }) => id === one) - rows.findIndex(({ id }) => id === other),
    );
    const [kept = "", merged = ""] = first ?? [];
    const [, edited = ""] = second ?? [];
    const held = await hold(kept);
    const night = run(memoryConsolidate, { dry_run: false }, lead);
    await held.waitFor(1);
    await edit(edited, developer);
    await held.release();
    await night;
    const statuses = [(await get(kept, lead)).status, (await get(merged, lead)).status];
    expect(statuses.toSorted()).toEqual(["active", "superseded"]);
    expect((await get(edited, lead)).status).toBe("active");
  });

  it.skipIf(!process.env.DATABASE_URL)("waits for who edits it at this moment", async () => {
    const { lead, developer } = await setUp();
    const [kept, edited] = await twins(lead, "Orders are archived after 30 days");
    const held = await hold(edited);
    const editing = edit(edited, developer);
    await held.waitFor(1);
    const merging = run(duplicateMerge, { groups: [[kept, edited]] }, lead);
    await held.waitFor(2);
    await held.release();
    await editing;
    expect(await merging).toMatchObject({ merged: 0, refused: [{ memory_id: edited }] });
    expect((await get(edited, lead)).status).toBe("active");
  });
});

describe.skipIf(!process.env.DATABASE_URL)("two who take one merge back at once", () => {
  it("take its observations back once", async () => {
    const { lead, colleague } = await setUp();
    const statement = "Prices are rounded half up";
    const [merged, kept] = await twins(lead, statement);
    for (let count = 2; count <= 4; count += 1) await remember(lead, { statement });
    const observations = async (id: string) => (await get(id, lead)).observation_count;
    expect([await observations(kept), await observations(merged)]).toEqual([4, 1]);
    const { steps } = await run(duplicateMerge, { groups: [[kept, merged]] }, lead);
    expect(await observations(kept)).toBe(5);
    const held = await hold(kept);
    const restoring = run(memoryRestore, { memory_id: merged }, colleague);
    await held.waitFor(1);
    const undoing = run(hygieneUndo, { steps }, lead);
    await held.waitFor(2);
    await held.release();
    expect((await restoring).memory?.status).toBe("active");
    expect(await undoing).toMatchObject({ undone: 0, refused: [{ memory_id: merged }] });
    expect(await observations(kept)).toBe(4);
    expect(await get(merged, lead)).toMatchObject({ status: "active", superseded_by: null });
  });
});
