import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { transaction } from "@/lib/db/client";
import { type MemoryWhere, memoryConditions } from "@/lib/db/sql/memory-conditions";
import { searchSimilar, searchVectors, toLiteral, vectorIndexOf } from "@/lib/db/sql/search";
import { tenantSql } from "@/lib/db/tenant-guard";
import { SAFETY_VERSION } from "@/lib/memories";
import { addRepository, createOrganization, testDatabase } from "../../support/database";

const database = testDatabase();
const embedder = { id: "circle@2", dimensions: 2 };
/** Above what is always compared, and what an index scan finds. */
const EACH = 2_100;

/** Memories that lie on an arc of a circle, one after the other from its start, every tenth with a tag. */
async function storeArc({
  organization_id,
  repository_id,
  from,
  to,
  count,
}: {
  organization_id: string;
  repository_id: string;
  /** Degrees. */
  from: number;
  to: number;
  count: number;
}): Promise<void> {
  await database.db.$executeRaw(tenantSql(organization_id)`
    with stored as (
      insert into memory (organization_id, id, kind, scope, repository_id, statement, tags, agent, created_by_kind,
        created_by_id, created_by_name, quality, source_kind, duplicate_sha256, search_text, search_length, safety_version)
      select ${organization_id}::uuid, gen_random_uuid(), 'fact', 'repository', ${repository_id}::uuid, 'Note ' || n,
        case when n % 10 = 0 then array['tenth'] else '{}' end, 'bench', 'agent', 'bench', 'bench', 0.5, 'api',
        md5(${from}::text || n), 'Note ' || n, 2, ${SAFETY_VERSION}
      from generate_series(1, ${count}::int) n
      returning organization_id, id, substr(statement, 6)::int as n)
    insert into memory_embedding (organization_id, memory_id, embedder_id, embedding)
    select organization_id, id, ${embedder.id}, ('[' || cosd(angle) || ',' || sind(angle) || ']')::halfvec
    from stored cross join lateral (
      select ${from}::float8 + ${to - from}::float8 * n / ${count}::float8 as angle) at`);
}

const everythingOf = (organization_id: string): MemoryWhere => ({
  organization_id,
  visible_repository_ids: null,
  asking_agent: null,
  deleted: false,
});

/**
 * Memories of two repositories: those of the first between 0 and 60 degrees, of the second between 100 and 160. Asked at
 * 130 degrees, the nearest of the index are all of the second.
 */
async function setUp() {
  const { organization_id } = await createOrganization(database.db);
  const far = await addRepository(database.db, { organization_id });
  const near = await addRepository(database.db, { organization_id, name: "acme/other" });
  await storeArc({ organization_id, repository_id: far, from: 0, to: 60, count: EACH });
  await storeArc({ organization_id, repository_id: near, from: 100, to: 160, count: EACH });
  const vector = Float32Array.from([Math.cos((130 / 180) * Math.PI), Math.sin((130 / 180) * Math.PI)]);
  const nearest = (where: Partial<MemoryWhere>, limit = 20) =>
    transaction(database.db, (tx) =>
      searchVectors(tx, { where: { ...everythingOf(organization_id), ...where }, embedder, vector, limit }),
    );
  /** Their similarities without an index. */
  const exactly = async (where: Partial<MemoryWhere>, limit = 20) => {
    const matches = memoryConditions({ ...everythingOf(organization_id), ...where });
    const rows = await database.db.$queryRaw<{ similarity: number }[]>(tenantSql(organization_id)`
      select (1 - ((e.embedding <=> ${toLiteral(vector)}::halfvec) + 0))::float8 as similarity
      from memory_embedding e join memory m on m.organization_id = e.organization_id and m.id = e.memory_id
      where e.organization_id = ${organization_id}::uuid and ${matches} order by 1 desc limit ${limit}::int`);
    return rows.map(({ similarity }) => similarity);
  };
  return { organization_id, far, near, nearest, exactly };
}

const similarities = (found: readonly { similarity: number }[]) => found.map(({ similarity }) => similarity);

describe("a question that is about another repository than it is asked in", () => {
  let made: Awaited<ReturnType<typeof setUp>>;
  beforeAll(async () => {
    await database.db.$executeRaw(vectorIndexOf(embedder).create(""));
    made = await setUp();
  });

  it("finds the nearest of the repository, exactly", async () => {
    const { far, nearest, exactly } = made;
    const expected = await exactly({ repository_id: far });
    expect(expected).toHaveLength(20);
    for (const where of [
      { repository_id: far },
      { reaching_repository_id: far },
      { visible_repository_ids: [far] },
    ])
      expect(similarities(await nearest(where))).toEqual(expected);
  });

  it("finds them where few of the nearest match", async () => {
    const { far, nearest, exactly } = made;
    const where = { repository_id: far, tag: "tenth" };
    const expected = await exactly(where, 150);
    expect(expected).toHaveLength(150);
    expect(similarities(await nearest(where, 150))).toEqual(expected);
  });

  it("finds what came to the repository, and not what left it", async () => {
    const { organization_id, far, near, nearest } = made;
    const [first] = await nearest({ repository_id: near }, 1);
    if (!first) throw new Error("nothing was found");
    const ids = async (where: Partial<MemoryWhere>) => (await nearest(where)).map(({ id }) => id);
    const move = (data: { repository_id?: string; scope?: string }) =>
      database.db.memory.update({ where: { organization_id_id: { organization_id, id: first.id } }, data });
    expect(await ids({ reaching_repository_id: far })).not.toContain(first.id);
    await move({ repository_id: far });
    expect((await ids({ reaching_repository_id: far }))[0]).toBe(first.id);
    await move({ repository_id: near });
    expect(await ids({ reaching_repository_id: far })).not.toContain(first.id);
    await move({ scope: "global" });
    expect((await ids({ reaching_repository_id: far }))[0]).toBe(first.id);
    expect((await ids({ visible_repository_ids: [far] }))[0]).toBe(first.id);
    await move({ scope: "repository" });
    expect(await ids({ reaching_repository_id: far })).not.toContain(first.id);
  });
});

describe("a vector that is stored while its memory moves", () => {
  it("says where the memory is in the end", async () => {
    const { organization_id } = await createOrganization(database.db);
    const here = await addRepository(database.db, { organization_id });
    const there = await addRepository(database.db, { organization_id, name: "acme/other" });
    await storeArc({ organization_id, repository_id: here, from: 300, to: 301, count: 1 });
    const [memory] = await database.db.memory.findMany({ where: { organization_id } });
    const of = { organization_id, memory_id: memory?.id ?? "" };
    await database.db.memory_embedding.deleteMany({ where: of });
    let moved: Promise<unknown> = Promise.resolve();
    await transaction(database.db, async (tx) => {
      await tx.$executeRaw(tenantSql(organization_id)`
        insert into memory_embedding (organization_id, memory_id, embedder_id, embedding)
        values (${organization_id}::uuid, ${of.memory_id}::uuid, ${embedder.id}, '[1,0]'::halfvec)`);
      moved = database.db.memory.updateMany({
        where: { organization_id, id: of.memory_id },
        data: { repository_id: there },
      });
      // Where it does not wait for this transaction, it has ended by then.
      await Promise.race([moved, sleep(500)]);
    });
    await moved;
    expect(
      await database.db.memory_embedding.findMany({ where: of, select: { repository_id: true } }),
    ).toEqual([{ repository_id: there }]);
  });
});

describe("memories like one", () => {
  it("are found where most of what is near does not match", async () => {
    const { organization_id } = await createOrganization(database.db);
    const repository_id = await addRepository(database.db, { organization_id });
    await storeArc({ organization_id, repository_id, from: 200, to: 260, count: EACH });
    const [one] = await database.db.memory.findMany({ where: { organization_id, statement: "Note 1000" } });
    const found = await transaction(database.db, async (tx) => {
      // Among many memories the planner takes the vector index.
      for (const way of ["seqscan", "bitmapscan", "sort"])
        await tx.$executeRaw`select set_config(${`enable_${way}`}, 'off', true)`;
      const where = { ...everythingOf(organization_id), tag: "tenth" };
      return searchSimilar(tx, { where, embedder, memory_id: one?.id ?? "", limit: 20 });
    });
    const rows = await database.db.memory.findMany({
      where: { organization_id, id: { in: found.map(({ id }) => id) } },
    });
    const notes = rows.map(({ statement }) => Number(statement.replace("Note ", ""))).sort((a, b) => a - b);
    const around = Array.from({ length: 21 }, (_, place) => 900 + place * 10);
    expect(notes).toEqual(around.filter((note) => note !== 1000));
  });
});
