import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { createEmbedder, type Embedder } from "@/lib/ai";
import { type SeenRequest, startModelServer } from "@/lib/ai/test-server";
import type { Actor } from "@/lib/kernel/actor";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { memorySearch, memoryStoreMany } from "@/lib/memories/contract";
import { memoryEmbedMissingJob } from "@/lib/memories/jobs";
import { vectorClear, vectorRebuild, vectorReindex, vectorStatusGet } from "@/lib/upkeep/contract";
import { vectorIndexJob } from "@/lib/upkeep/jobs";
import { startCommandLine } from "../../support/command-line";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";

vi.stubEnv("NEXTAUTH_SECRET", "a-secret-that-only-this-test-uses-0123456789");
vi.stubEnv("CASEBOOK_DATA_DIR", tmpdir());

/** Words that mean the same share one dimension: what "boat" finds by meaning it does not find by words. */
const MEANINGS = [
  ["boat", "vessel", "ship"],
  ["tide", "flood", "ebb"],
  ["crane", "hoist"],
];
const MEMORIES = ["A vessel needs papers.", "The flood comes twice a day.", "The hoist lifts four tons."];

const database = testDatabase();
let server: Awaited<ReturnType<typeof startModelServer>>;
let old_embedder: Embedder;
let new_embedder: Embedder;
let owner: Actor;
let organization_id: string;

function vectorOf(text: string, dimensions: number): number[] {
  const words = text.toLowerCase().split(/\W+/);
  const own = MEANINGS.map((same) => words.filter((word) => same.includes(word)).length);
  return [...own, ...Array.from({ length: dimensions - own.length }, () => 0.01)];
}

function answer({ body }: SeenRequest) {
  const dimensions = body.model === "old" ? 4 : 6;
  const texts = Array.isArray(body.input) ? body.input.map(String) : [];
  return { data: texts.map((text, index) => ({ index, embedding: vectorOf(text, dimensions) })) };
}

function embedderOf(model: string, dimensions: number): Embedder {
  const made = createEmbedder({
    provider: "openai",
    base_url: server.base_url,
    api_key: null,
    model,
    dimensions,
  });
  if (!made) throw new Error("no embedder");
  return made;
}

const as = (embedder: Embedder) => contextOf(database, owner, { embedder });
const embedMissing = (embedder: Embedder) =>
  memoryEmbedMissingJob.handle({ organization_id }, partsOf(database, { embedder }));
const buildIndex = (embedder: Embedder) =>
  vectorIndexJob.handle({ again: true }, partsOf(database, { embedder }));
const found = async (query: string, embedder: Embedder) =>
  (await run(memorySearch, { query, limit: 1 }, as(embedder))).items[0]?.memory.statement;

beforeAll(async () => {
  server = await startModelServer(answer);
  old_embedder = embedderOf("old", 4);
  new_embedder = embedderOf("new", 6);
  const organization = await createOrganization(database.db);
  organization_id = organization.organization_id;
  owner = await organization.person("owner");
  const memories = MEMORIES.map((statement) => ({
    kind: "fact" as const,
    scope: "global" as const,
    statement,
  }));
  await run(memoryStoreMany, { memories }, as(old_embedder));
  await embedMissing(old_embedder);
});

afterAll(async () => {
  await old_embedder?.close();
  await new_embedder?.close();
  await server?.stop();
});

describe("a change of the embedding model", () => {
  it("is seen at once, and takes no memory out of search", async () => {
    expect(await found("boat", old_embedder)).toBe(MEMORIES[0]);
    const status = await run(vectorStatusGet, {}, as(new_embedder));
    expect(status).toMatchObject({
      embedder: { id: new_embedder.id, dimensions: 6 },
      memories: 3,
      embedded: 0,
      models: [{ embedder_id: old_embedder.id, dimensions: 4, vectors: 3, in_use: false }],
    });
    // By words everything is found; a server that still runs the old model finds by meaning too.
    for (const statement of MEMORIES) expect(await found(statement, new_embedder)).toBe(statement);
    expect(await found("boat", new_embedder)).toBeUndefined();
    expect(await found("boat", old_embedder)).toBe(MEMORIES[0]);
  });

  it("keeps the old vectors while new ones are missing", async () => {
    await expect(run(vectorClear, {}, as(new_embedder))).rejects.toMatchObject({ code: "conflict" });
  });

  it("is carried out in the background, with both models searching meanwhile", async () => {
    const asked = await run(vectorRebuild, {}, as(new_embedder));
    expect(asked).toMatchObject({ working: true, embedded: 0 });
    await embedMissing(new_embedder);
    expect(await run(vectorStatusGet, {}, as(new_embedder))).toMatchObject({ embedded: 3, memories: 3 });
    expect(await found("boat", new_embedder)).toBe(MEMORIES[0]);
    expect(await found("hoist", old_embedder)).toBe(MEMORIES[2]);
  });

  it("gets an index of the new model's own, which is built again when asked for", async () => {
    expect((await run(vectorStatusGet, {}, as(new_embedder))).index.exists).toBe(false);
    await run(vectorReindex, {}, as(new_embedder));
    await buildIndex(new_embedder);
    const built = await run(vectorStatusGet, {}, as(new_embedder));
    expect(built.index.exists).toBe(true);
    expect(built.index.bytes).toBeGreaterThan(0);
    await buildIndex(new_embedder);
    expect(await found("ebb", new_embedder)).toBe(MEMORIES[1]);
    const indexes = await database.db.$queryRaw<{ definition: string }[]>`
      select indexdef as definition from pg_indexes where tablename = 'memory_embedding' and indexdef like '%hnsw%'`;
    expect(indexes).toHaveLength(2);
    for (const { definition } of indexes) expect(definition).toContain("ef_construction='128'");
  });

  it("is shown by the command line to its end, and then cleared away", async () => {
    const third = embedderOf("third", 6);
    const permissions = [...PERMISSIONS];
    const { key } = await run(agentKeyCreate, { name: "k", agent: "a", permissions }, as(third));
    const line = await startCommandLine(database, {
      key: () => key,
      ai: { embedder: third, language_model: null },
      work: () => embedMissing(third),
    });
    try {
      const { code, stdout, stderr } = await line.casebook(["reembed", "--clear"]);
      expect(stderr).toContain("Embedding: 0 of 3");
      expect(stderr).toContain("Embedding: 3 of 3");
      expect(stdout).toMatch(/embedded\s+3 of 3/);
      expect(stdout).toContain("6 vectors of other models were deleted");
      expect(code).toBe(0);
      const { stdout: doctor } = await line.casebook(["doctor", "--json"]);
      expect(JSON.parse(doctor).checks).toContainEqual(
        expect.objectContaining({
          name: "embedder",
          state: "ok",
          found: expect.stringContaining("6 numbers"),
        }),
      );
      expect(JSON.parse(doctor).checks).toContainEqual(
        expect.objectContaining({
          name: "round_trip",
          found: expect.stringContaining("by words and by meaning"),
        }),
      );
    } finally {
      await line.close();
      await third.close();
    }
    const { models } = await run(vectorStatusGet, {}, as(third));
    expect(models.map(({ embedder_id }) => embedder_id)).toEqual([third.id]);
  });
});
