import { describe, expect, it } from "vitest";
import { checkCitus } from "@/lib/db/citus/check";
import { distribute } from "@/lib/db/citus/distribute";
import { type Database, type Db, transaction } from "@/lib/db/client";
import { purgeMemories } from "@/lib/db/sql/purge";
import { cutFromRepository } from "@/lib/db/sql/repository-references";
import { newId } from "@/lib/kernel/ids";
import { createOrganization, testDatabase } from "../../support/database";
import { databaseBefore } from "../../support/older-database";
import { fillOrganization } from "../tenancy/filled-organization";

const database = testDatabase();

/** An organization with a row in every table, twice: what the second has refers to what belongs to the first one's repository. */
async function fillTwice(db: Database): Promise<{ organization_id: string; gone: string; stays: string }> {
  const { organization_id } = await createOrganization(db);
  const [gone, stays] = [newId(), newId()];
  for (const id of [gone, stays])
    await db.person.create({ data: { id, email: `${id}@example.test`, name: "Zoe" } });
  await fillOrganization(db, { organization_id, id: gone, text: "gone" });
  const values = {
    "memory.superseded_by": gone,
    "finding.memory_id": gone,
    "proposal_evidence.memory_id": gone,
    "proposal_evidence.finding_id": gone,
    "agent_session.id": newId(),
  };
  await fillOrganization(db, { organization_id, id: stays, text: "stays", values });
  return { organization_id, gone, stays };
}

/** As the removal of a repository ends, once nobody's memories are in its way. */
async function removeRepository(
  tx: Db,
  of: { organization_id: string; repository_id: string },
): Promise<void> {
  const { organization_id, repository_id } = of;
  await cutFromRepository(tx, of);
  await tx.repository.delete({ where: { organization_id_id: { organization_id, id: repository_id } } });
}

/** What refers to memories, findings and repositories, by the rows that stay. */
async function referencesOf(
  db: Database,
  { organization_id, stays }: { organization_id: string; stays: string },
) {
  const [row] = await db.$queryRaw<Record<string, string | null>[]>`
    select
      (select superseded_by::text from memory where organization_id = ${organization_id}::uuid and id = ${stays}::uuid) as superseded_by,
      (select memory_id::text from finding where organization_id = ${organization_id}::uuid and id = ${stays}::uuid) as finding,
      (select concat(memory_id, finding_id) from proposal_evidence
        where organization_id = ${organization_id}::uuid and id = ${stays}::uuid) as evidence,
      (select string_agg(coalesce(repository_id::text, 'none'), ' ' order by id) from recall
        where organization_id = ${organization_id}::uuid) as recalls,
      (select string_agg(coalesce(repository_id::text, 'none'), ' ' order by repository_id nulls first) from agent_session
        where organization_id = ${organization_id}::uuid) as sessions,
      (select string_agg(coalesce(repository_id::text, 'none'), ' ' order by repository_id nulls first) from holdout_session
        where organization_id = ${organization_id}::uuid) as holdouts`;
  return row;
}

describe("what refers to a repository that is removed", () => {
  it("stays without the reference, also what refers to its memories and findings", async () => {
    const { db } = database;
    const { organization_id, gone, stays } = await fillTwice(db);
    const before = await referencesOf(db, { organization_id, stays });
    expect(before).toMatchObject({ superseded_by: gone, finding: gone, evidence: `${gone}${gone}` });
    expect(before?.recalls).toBe(`${gone} ${stays}`);
    await transaction(db, (tx) => removeRepository(tx, { organization_id, repository_id: gone }));
    expect(await referencesOf(db, { organization_id, stays })).toEqual({
      superseded_by: null,
      finding: null,
      evidence: "",
      recalls: `none ${stays}`,
      sessions: `none ${stays}`,
      holdouts: `none ${stays}`,
    });
  });

  it("is emptied when a memory is purged", async () => {
    const { db } = database;
    const { organization_id, gone, stays } = await fillTwice(db);
    await transaction(db, (tx) => purgeMemories(tx, { organization_id, memory_ids: [gone] }));
    expect(await referencesOf(db, { organization_id, stays })).toMatchObject({
      superseded_by: null,
      finding: null,
      evidence: gone,
    });
  });

  it("cannot be left dangling: the database refuses to commit", async () => {
    const { db } = database;
    const { organization_id, gone, stays } = await fillTwice(db);
    await expect(db.memory.deleteMany({ where: { organization_id, id: gone } })).rejects.toThrow(
      /foreign key|memory_id|superseded_by|P2003|23503/i,
    );
    expect(await referencesOf(db, { organization_id, stays })).toMatchObject({ superseded_by: gone });
  });

  it("goes with its organization, whatever refers to what", async () => {
    const { db } = database;
    const { organization_id } = await fillTwice(db);
    await db.organization.delete({ where: { id: organization_id } });
    expect(await db.memory.count({ where: { organization_id } })).toBe(0);
    expect(await db.finding_rollup.count({ where: { organization_id } })).toBe(0);
  });
});

describe.skipIf(process.env.CASEBOOK_TEST_CITUS !== undefined)("a database on one server", () => {
  it("says what stands against spreading it: its server has no Citus, and its keys are ready", async () => {
    const { items, tables, may_run } = await checkCitus(database.connection_string);
    expect(may_run).toBe(false);
    const states = Object.fromEntries(items.map(({ what, state }) => [what, state]));
    expect(states).toMatchObject({ extension: "stop", "unique keys": "ok", "foreign keys": "ok" });
    const goes = Object.fromEntries(tables.map(({ table, placement }) => [table, placement]));
    expect(goes).toMatchObject({ agent_key: "reference", memory: "distributed", request_count: "local" });
    const reason = items.find(({ state }) => state === "stop")?.detail ?? "";
    await expect(distribute(database.connection_string, { onStep: () => {} })).rejects.toThrow(reason);
    expect(await checkCitus(database.connection_string)).toMatchObject({ may_run: false });
  });
});

describe("a database from before tables could be distributed", () => {
  it("keeps its rows, and its foreign keys lose what a cluster does not have", async () => {
    const { db, upgrade } = await databaseBefore("20261127020000_distributable");
    const { organization_id, gone, stays } = await fillTwice(db);
    const before = await referencesOf(db, { organization_id, stays });

    expect(await upgrade()).toContain("20261127020000_distributable");
    expect(await referencesOf(db, { organization_id, stays })).toEqual(before);
    const foreignKeys = await db.$queryRaw<{ emptied: number; renamed: number; all: number }[]>`
      select count(*) filter (where confdelsetcols is not null and conrelid <> 'agent_key'::regclass)::int as emptied,
        count(*) filter (where confupdtype = 'c')::int as renamed, count(*)::int as all
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
    expect(foreignKeys).toEqual([{ emptied: 0, renamed: 0, all: expect.any(Number) }]);
    expect(foreignKeys[0]?.all).toBeGreaterThan(100);
    await transaction(db, (tx) => removeRepository(tx, { organization_id, repository_id: gone }));
    expect(await referencesOf(db, { organization_id, stays })).toMatchObject({ superseded_by: null });
  });
});
