import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import * as contract from "@/lib/memories/contract";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { remember } from "./support";

const database = testDatabase();

async function setUp() {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  const repository = async (name: string) => {
    const data = { organization_id, id: newId(), name, source_kind: "path", source_location: "/nowhere" };
    return database.db.repository.create({ data });
  };
  return { ...organization, repository, lead: contextOf(database, await organization.person("lead")) };
}

describe("pages", () => {
  it.each(contract.MEMORY_SORTS)(
    "sorted by %s lose and repeat nothing while rows are inserted",
    async (sort) => {
      const { lead } = await setUp();
      const before = new Set<string>();
      for (let index = 0; index < 25; index++) {
        const { id } = await remember(lead, {
          statement: `Rule number ${index}`,
          ...(index % 3 === 0 ? { reasoning: "because" } : {}),
        });
        before.add(id);
      }
      const seen: string[] = [];
      let cursor: string | undefined;
      let page = 0;
      do {
        const answer = await run(
          contract.memoryList,
          { sort, limit: 4, ...(cursor ? { cursor } : {}) },
          lead,
        );
        expect(answer.total).toBe(25 + page);
        seen.push(...answer.items.map(({ id }) => id));
        cursor = answer.next_cursor ?? undefined;
        page++;
        await remember(lead, { statement: `Inserted meanwhile ${page}` });
      } while (cursor);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => before.has(id))).toHaveLength(25);
    },
  );

  it("refuse a cursor of another order with a pointer", async () => {
    const { lead } = await setUp();
    await remember(lead, { statement: "one" });
    await remember(lead, { statement: "two" });
    const { next_cursor } = await run(contract.memoryList, { limit: 1, sort: "quality" }, lead);
    for (const cursor of [next_cursor ?? "", "nonsense", "bnVsbA"])
      await expect(run(contract.memoryList, { cursor }, lead)).rejects.toMatchObject({
        code: "invalid_input",
        errors: [{ pointer: "/cursor" }],
      });
  });
});

describe("filters", () => {
  it("are the same for the list, its facets and search", async () => {
    const { lead, repository } = await setUp();
    const shop = await repository("acme/shop");
    await repository("acme/blog");
    await remember(lead, { statement: "Pages are cached", repository: "acme/shop", category: "api" });
    await remember(lead, { statement: "Pages are static", repository: "acme/blog", tags: ["speed"] });
    await remember(lead, {
      statement: "Pages have titles",
      kind: "fact",
      reasoning: "search engines",
    });
    const count = async (filters: Partial<contract.MemoryFilters>) => {
      const [list, facets, search] = await Promise.all([
        run(contract.memoryList, filters, lead),
        run(contract.memoryFacets, filters, lead),
        run(contract.memorySearch, { query: "pages", ...filters }, lead),
      ]);
      expect(facets.total).toBe(list.total);
      expect(search.items).toHaveLength(list.total);
      return list.total;
    };
    expect(await count({})).toBe(3);
    expect(await count({ repository: "acme/shop" })).toBe(1);
    expect(await count({ repository: shop.id })).toBe(1);
    expect(await count({ kind: ["fact", "procedure"] })).toBe(1);
    expect(await count({ scope: ["repository"] })).toBe(2);
    expect(await count({ category: "api" })).toBe(1);
    expect(await count({ tag: "speed" })).toBe(1);
    expect(await count({ quality_min: 0.7 })).toBe(1);
    expect(await count({ created_before: new Date(0).toISOString() })).toBe(0);
    expect(await count({ created_after: new Date(0).toISOString() })).toBe(3);
    const facets = await run(contract.memoryFacets, {}, lead);
    expect(facets.kind).toEqual([
      { value: "decision", count: 2 },
      { value: "fact", count: 1 },
    ]);
    expect(facets.repository).toHaveLength(2);
  });

  it("find no repository of another organization", async () => {
    const { lead } = await setUp();
    const other = await setUp();
    const { id } = await other.repository("acme/shop");
    for (const repository of ["acme/shop", id])
      await expect(run(contract.memoryList, { repository }, lead)).rejects.toMatchObject({
        errors: [{ pointer: "/repository" }],
      });
  });
});

describe("a key bound to a repository", () => {
  it("sees that repository's memories and the global ones, and stores into it", async () => {
    const { lead, repository, agent } = await setUp();
    const shop = await repository("acme/shop");
    await repository("acme/blog");
    await remember(lead, { statement: "Shop rule", repository: "acme/shop" });
    const hidden = await remember(lead, { statement: "Blog rule", repository: "acme/blog" });
    await remember(lead, { statement: "Global rule" });
    const bound = contextOf(database, await agent({ repository_ids: [shop.id] }));
    const { items } = await run(contract.memorySearch, { query: "rule" }, bound);
    expect(items.map(({ memory }) => memory.statement).sort()).toEqual(["Global rule", "Shop rule"]);
    await expect(run(contract.memoryGet, { memory_id: hidden.id }, bound)).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(run(contract.memoryGetRecent, { repository: "acme/blog" }, bound)).rejects.toMatchObject({
      code: "invalid_input",
    });
    const own = await remember(bound, { statement: "Learned here" });
    expect(own).toMatchObject({ scope: "repository", repository: { name: "acme/shop" } });
    const recent = await run(contract.memoryGetRecent, { repository: "acme/shop" }, bound);
    expect(recent.items.map(({ statement }) => statement)).toEqual([
      "Learned here",
      "Global rule",
      "Shop rule",
    ]);
  });

  it("does not reach into other agents' and sessions' memories", async () => {
    const { agent } = await setUp();
    const one = contextOf(database, await agent({ name: "one" }));
    const two = contextOf(database, await agent({ name: "two" }));
    await remember(one, { statement: "A habit of mine" });
    await remember(one, { statement: "A note of today", scope: "session", session_id: "s1" });
    const found = async (context: typeof one, filters: Partial<contract.MemoryFilters> = {}) =>
      (await run(contract.memorySearch, { query: "habit note", ...filters }, context)).items.length;
    expect(await found(one)).toBe(1);
    expect(await found(one, { session_id: "s1" })).toBe(1);
    expect(await found(two)).toBe(0);
    expect(await found(two, { agent: "one" })).toBe(0);
    expect(await found(two, { session_id: "s1" })).toBe(0);
  });
});
