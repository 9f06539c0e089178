import { describe, expect, it } from "vitest";
import { type Embedder, normalizeText } from "@/lib/ai";
import { transaction } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { searchTrigrams, searchVectors } from "@/lib/db/sql/search";
import { countTerms, findTerms, putTerms } from "@/lib/db/sql/term-statistics";
import { scoreText, searchText, searchTextByTerms } from "@/lib/db/sql/text-search";
import { newId } from "@/lib/kernel/ids";
import { findCandidates, prepareQuery } from "@/lib/memories";
import * as contract from "@/lib/memories/contract";
import { memoryEmbedJob, memoryEmbedMissingJob, memoryTermsJob } from "@/lib/memories/jobs";
import type { Context } from "@/lib/runtime/operation";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { brokenEmbedder, remember, wordEmbedder } from "./support";

const database = testDatabase();

const STATEMENTS = [
  "parseDate throws on a two-digit year",
  "The cart total is rounded once, at the end",
  "Never call fetchUser in a loop; batch with loadUsers",
  "Migrations run before the web process starts",
];

async function setUp(embedder: Embedder | null = null) {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  const lead = contextOf(database, await organization.person("lead"), { embedder });
  const memories = [];
  for (const statement of STATEMENTS) memories.push(await remember(lead, { statement }));
  const job = partsOf(database, { embedder });
  const embed = () => memoryEmbedMissingJob.handle({ organization_id }, job);
  return { ...organization, lead, memories, embed, job };
}

const search = async (context: Context, query: string) => run(contract.memorySearch, { query }, context);
const statements = (answer: Awaited<ReturnType<typeof search>>) =>
  answer.items.map(({ memory }) => memory.statement);

describe("search without an embedder", () => {
  it("finds by words, says that meaning was left out, and shows which words matched", async () => {
    const { lead } = await setUp();
    const answer = await search(lead, "why does parse date fail for years?");
    expect(statements(answer)[0]).toBe(STATEMENTS[0]);
    expect(answer.degraded).toEqual(["embedding: no_model"]);
    expect(answer.lists.vector).toBe(0);
    expect(answer.items[0]?.matched).toEqual(["parse", "date", "years"]);
    expect(answer.items[0]?.scores).toMatchObject({ vector: null });
    expect(answer.items[0]?.scores.bm25).toBeGreaterThan(0);
  });

  it("answers when the embedder fails or is late, and says why", async () => {
    const { lead } = await setUp();
    const failed = await search({ ...lead, ai: { ...lead.ai, embedder: brokenEmbedder } }, "cart total");
    expect(failed.degraded).toEqual(["embedding: failed"]);
    expect(statements(failed)).toContain(STATEMENTS[1]);
    const silent: Embedder = { ...wordEmbedder(), embed: () => new Promise(() => {}) };
    const late = await search({ ...lead, ai: { ...lead.ai, embedder: silent } }, "cart total");
    expect(late.degraded).toEqual(["embedding: deadline"]);
    expect(statements(late)).toContain(STATEMENTS[1]);
  });

  it("finds an identifier by a part of it and misspelt", async () => {
    const { lead } = await setUp();
    expect(statements(await search(lead, "fetchUse"))).toContain(STATEMENTS[2]);
    expect(statements(await search(lead, "migrationz"))).toContain(STATEMENTS[3]);
  });

  it("finds by a misspelt word beside one that is spelt well, best what has both", async () => {
    const { lead } = await setUp();
    const answer = await search(lead, "cart migrationz");
    expect(statements(answer).sort()).toEqual([STATEMENTS[1], STATEMENTS[3]].sort());
    await remember(lead, { statement: "Migrations of the cart are run by hand" });
    expect(statements(await search(lead, "cart migrationz"))[0]).toBe(
      "Migrations of the cart are run by hand",
    );
  });

  it("looks up words that few memories contain and no others", async () => {
    const { lead, organization_id } = await setUp();
    const seen = { organization_id, visible_repository_ids: null, asking_agent: null, deleted: false };
    const lookUp = (...words: string[]) => searchTrigrams(database.db, { where: seen, words, limit: 5 });
    const known = Array.from({ length: 10 }, (_, index) => `Retries of step ${index} wait`);
    const { results } = await run(
      contract.memoryStoreMany,
      { memories: known.map((statement) => ({ kind: "decision" as const, statement })) },
      lead,
    );
    expect(await lookUp("retries", "of", "the")).toEqual([]);
    const ids = results.map(({ memory }) => memory?.id);
    const found = await lookUp("retrise");
    expect(found).toHaveLength(5);
    expect(ids).toEqual(expect.arrayContaining(found));
    expect(await lookUp("loadUser", "retries")).toHaveLength(1);
  });

  it.each([
    ["without a word", "?!… ()"],
    ["of stop words", "the of and"],
    ["of operators", "a & b | !c:* <-> ''"],
    ["with a backslash", "\\ \\' %_"],
    ["of one word without end", "x".repeat(2_000)],
    ["of very many words", Array.from({ length: 300 }, (_, index) => `w${index}`).join(" ")],
  ])("takes a query %s", async (_, query) => {
    const { lead } = await setUp();
    expect((await search(lead, query)).items.length).toBeLessThanOrEqual(STATEMENTS.length);
  });
});

describe("search by meaning", () => {
  const embedder = wordEmbedder({ automobile: "car", vehicle: "car" });

  it("finds what shares no word with the query once it is embedded", async () => {
    const { lead, embed } = await setUp(embedder);
    await remember(lead, { statement: "Each automobile has a plate" });
    expect(statements(await search(lead, "vehicle"))).toEqual([]);
    await embed();
    const answer = await search(lead, "vehicle");
    expect(answer.items[0]).toMatchObject({
      memory: { statement: "Each automobile has a plate" },
      scores: { bm25: null },
      matched: [],
    });
    expect(answer.items[0]?.scores.vector).toBeGreaterThan(0.3);
    expect(answer.degraded).toEqual([]);
    expect(answer.lists.vector).toBe(5);
  });

  it("finds a misspelt name when the model knows it no better", async () => {
    const { lead, embed } = await setUp(wordEmbedder());
    await embed();
    expect(statements(await search(lead, "migrationz"))[0]).toBe(STATEMENTS[3]);
  });

  it("embeds again what changed, and never keeps the vector of a text that is gone", async () => {
    const { lead, embed, memories, organization_id, job } = await setUp(embedder);
    await embed();
    const memory_id = memories[0]?.id ?? "";
    await run(contract.memoryUpdate, { memory_id, statement: "Each automobile has a plate" }, lead);
    expect((await run(contract.memoryStats, {}, lead)).unembedded).toBe(1);
    await memoryEmbedJob.handle({ organization_id, memory_id }, job);
    expect((await run(contract.memoryStats, {}, lead)).unembedded).toBe(0);
    expect(statements(await search(lead, "vehicle"))[0]).toBe("Each automobile has a plate");
  });

  it("keeps a write whose embedding fails, and embeds it later", async () => {
    const { lead, job, organization_id, embed } = await setUp(embedder);
    const { id: memory_id } = await remember(lead, { statement: "Each automobile has a plate" });
    const broken = { ...job, ai: { ...job.ai, embedder: brokenEmbedder } };
    await expect(memoryEmbedJob.handle({ organization_id, memory_id }, broken)).rejects.toMatchObject({
      code: "unavailable",
    });
    expect(statements(await search(lead, "plate"))).toEqual(
      expect.arrayContaining(["Each automobile has a plate"]),
    );
    await embed();
    expect((await run(contract.memoryStats, {}, lead)).unembedded).toBe(0);
  });

  it("links what nearly repeats another, for both to show", async () => {
    const { lead, embed } = await setUp(embedder);
    const one = await remember(lead, { statement: "Always close the file handle after reading it fully" });
    const two = await remember(lead, { statement: "Always close the file handle after reading it" });
    await embed();
    const got = await run(contract.memoryGet, { memory_id: one.id }, lead);
    expect(got.similar[0]).toMatchObject({ memory: { id: two.id }, duplicate: true });
  });

  it("has no candidate of another organization, however near", async () => {
    const { embed } = await setUp(embedder);
    await embed();
    const other = await setUp(embedder);
    const [vector = new Float32Array()] = await embedder.embed([STATEMENTS[0] ?? ""]);
    const where = {
      organization_id: other.organization_id,
      visible_repository_ids: null,
      asking_agent: null,
      deleted: false,
    };
    const found = await transaction(database.db, (tx) =>
      searchVectors(tx, { where, embedder, vector, limit: 10 }),
    );
    expect(found).toEqual([]);
  });
});

describe("statistics of words", () => {
  /** What a search by words alone finds, of everybody who may see everything. */
  async function candidatesOf(query: string, where: Partial<MemoryWhere> & { organization_id: string }) {
    const { found } = await findCandidates(database.db, {
      query: prepareQuery(query, { embedder: null }),
      where: { visible_repository_ids: null, asking_agent: null, deleted: false, ...where },
    });
    return found;
  }

  it("say which share of the query's rarity a memory covers, words that occur nowhere among it", async () => {
    const { lead, organization_id, memories } = await setUp();
    const ask = async (query: string) => {
      const found = await candidatesOf(query, { organization_id });
      return new Map(found.map(({ id, coverage }) => [id, coverage]));
    };
    const [date, cart] = memories.map(({ id }) => id);
    if (!date || !cart) throw new Error("the memories were not stored");
    expect((await ask("the cart total, rounded")).get(cart)).toBeCloseTo(1);
    const half = await ask("cart zeppelin");
    expect(half.get(cart)).toBeGreaterThan(0.3);
    expect(half.get(cart)).toBeLessThan(0.5);
    expect(half.has(date)).toBe(false);
    await remember(lead, { statement: "The cart is emptied at midnight" });
    expect((await ask("cart zeppelin")).get(cart)).toBeLessThan(half.get(cart) ?? 0);
  });

  it("are those of a small repository within a large organization, for what reaches it from elsewhere too", async () => {
    const { lead, organization_id, job } = await setUp();
    const add = async (name: string) => {
      const data = { organization_id, id: newId(), name, source_kind: "path", source_location: "/nowhere" };
      return (await database.db.repository.create({ data })).id;
    };
    const here = await add("acme/here");
    const elsewhere = await add("acme/elsewhere");
    const store = async (repository: string, statement: (index: number) => string) => {
      const { results } = await run(
        contract.memoryStoreMany,
        {
          memories: Array.from({ length: 40 }, (_, index) => ({
            kind: "fact" as const,
            statement: statement(index),
            repository,
          })),
        },
        lead,
      );
      return results.flatMap(({ memory }) => memory?.id ?? []);
    };
    // Here every note names the ledger and one the anchor; elsewhere it is the other way round.
    const notes = await store("acme/here", (index) =>
      index === 0 ? "The anchor is part 0" : `The ledger is part ${index}`,
    );
    await store("acme/elsewhere", (index) =>
      index === 0 ? "A ledger of piece 0" : `An anchor of piece ${index}`,
    );
    const global = await remember(lead, { statement: "The anchor belongs to everybody", scope: "global" });
    await transaction(database.db, (tx) =>
      putTerms(tx, { organization_id, every: 1, most: 1_000, now: job.now() }),
    );
    const ask = (where: Partial<MemoryWhere>) => candidatesOf("ledger anchor", { organization_id, ...where });
    const within = await ask({ repository_id: here });
    expect(within[0]?.id).toBe(notes[0]);
    expect(within[0]?.coverage).toBeGreaterThan(0.9);
    const reaching = await ask({ reaching_repository_id: here });
    expect(new Set(reaching.slice(0, 2).map(({ id }) => id))).toEqual(new Set([notes[0], global.id]));
    expect(new Set(reaching.map(({ id }) => id)).size).toBe(reaching.length);
    const there = await ask({ repository_id: elsewhere });
    expect(there[0]?.coverage).toBeGreaterThan(0.9);
    expect(there[1]?.coverage).toBeLessThan(0.1);
  });
});

describe("search in several statuses", () => {
  const query = "cart total rounded once";
  const [rounded = ""] = STATEMENTS.filter((statement) => statement.includes("rounded"));

  /** One memory of a cart is invalid, another active. */
  async function withInvalid(embedder: Embedder | null = null) {
    const setup = await setUp(embedder);
    const [, cart] = setup.memories.map(({ id }) => id);
    if (!cart) throw new Error("the memories were not stored");
    await run(contract.memoryInvalidate, { memory_id: cart, reason: "It is wrong." }, setup.lead);
    await remember(setup.lead, { statement: "The cart has a colour" });
    return setup;
  }

  it("lists, for an agent, active memories before those that are not in force, however well these match", async () => {
    const { agent } = await withInvalid();
    const bot = contextOf(database, await agent());
    const status = ["invalid", "active"] as const;
    const first = await run(contract.memorySearch, { query, status: [...status], limit: 1 }, bot);
    expect(statements(first)).toEqual(["The cart has a colour"]);
  });

  it("lists the best first for a person, whatever its status", async () => {
    const { lead } = await withInvalid();
    const answer = await run(contract.memorySearch, { query, status: ["invalid", "active"] }, lead);
    expect(answer.items.map(({ memory }) => memory.status)).toEqual(["invalid", "active"]);
    const alone = await run(contract.memorySearch, { query, status: ["invalid"] }, lead);
    expect(statements(alone)).toEqual([rounded]);
    const served = await run(contract.memorySearch, { query }, lead);
    expect(statements(served)).toEqual(["The cart has a colour"]);
  });

  it("begins, for a person, with what has the query word for word, though meaning finds many others", async () => {
    const { lead, embed } = await withInvalid(wordEmbedder());
    for (let number = 0; number < 6; number++)
      await remember(lead, {
        statement: `A total of ${number} is rounded, once for each cart; once is enough`,
      });
    await embed();
    const status = [...contract.MEMORY_STATUSES];
    const answer = await run(contract.memorySearch, { query: "Rounded ONCE, at", status, limit: 3 }, lead);
    expect(answer.items.map(({ memory, word_for_word }) => [memory.status, word_for_word])).toEqual([
      ["invalid", true],
      ["active", false],
      ["active", false],
    ]);
    const [first] = (await run(contract.memorySearch, { query: rounded, status, limit: 1 }, lead)).items;
    expect(first?.memory.statement).toBe(rounded);
  });
});

describe("search in a large organization", () => {
  it("by statistics of words finds what counting every match finds, in the same order, and tells which words matched", async () => {
    const { lead, organization_id } = await setUp();
    const where = {
      organization_id,
      visible_repository_ids: null,
      asking_agent: null,
      deleted: false,
    };
    const words = ["parse date", "year's", "in", "loadUsers", "back\\slash"].map(normalizeText);
    expect(await findTerms(database.db, { organization_id, words })).toBeNull();
    await transaction(database.db, (tx) =>
      putTerms(tx, { organization_id, every: 1, most: 1_000, now: new Date() }),
    );
    const organization = await findTerms(database.db, { organization_id, words });
    const counted = await countTerms(database.db, {
      organization_id,
      repository_id: null,
      words,
      max: 100,
      more: "null",
    });
    if (!organization || !counted) throw new Error("the words were not counted");
    expect(organization.documents).toBe(STATEMENTS.length);
    expect(counted).toEqual(organization);
    const byTerms = await searchTextByTerms(database.db, {
      where,
      organization,
      statistics: organization,
      limit: 10,
    });
    const exact = await searchText(database.db, { where, statistics: counted, limit: 10 });
    expect(exact.length).toBeGreaterThan(1);
    expect(byTerms).toEqual(exact);
    const ids = exact.map(({ id }) => id);
    expect(await scoreText(database.db, { organization_id, ids, statistics: counted })).toEqual(exact);
    expect(statements(await search(lead, "loadUsers"))).toEqual([STATEMENTS[2]]);
  });

  it("goes back to counting when the organization became small", async () => {
    const { organization_id, job } = await setUp();
    await transaction(database.db, (tx) =>
      putTerms(tx, { organization_id, every: 1, most: 1_000, now: new Date() }),
    );
    await memoryTermsJob.handle({ organization_id }, job);
    expect(await findTerms(database.db, { organization_id, words: ["cart"] })).toBeNull();
  });
});
