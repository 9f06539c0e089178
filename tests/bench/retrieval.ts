import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { z } from "zod";
import { createEmbedder, type Embedder, normalizeText } from "@/lib/ai";
import { repositoryAdd } from "@/lib/citations/contract";
import { transaction } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { putEmbedding, searchVectors } from "@/lib/db/sql/search";
import { searchText } from "@/lib/db/sql/text-search";
import { env } from "@/lib/env";
import { findStatistics } from "@/lib/memories";
import { MAX_BATCH, memorySearch, memoryStoreMany } from "@/lib/memories/contract";
import { GitRepository } from "../support/git-repository";
import type { Fixture } from "./house";
import { readProse } from "./prose";
import { searchBefore, withoutPunctuation } from "./retrieval-before";
import { recallAt, reciprocalRank, reciprocalRankFusion } from "./statistics";

/** Outside the repository, because its texts are other people's. */
export const RETRIEVAL_FILE = "../shared/data/retrieval-dev.json.gz";

const dataSchema = z.record(
  z.string(),
  z.object({
    docs: z.array(z.object({ id: z.string(), group: z.string(), text: z.string() })),
    queries: z.array(
      z.object({ id: z.string(), group: z.string(), text: z.string(), rel: z.array(z.string()) }),
    ),
  }),
);
type Sets = z.output<typeof dataSchema>;
type TestSet = Sets[string];

/** What each question scored by a method, 0–1, in the order of the questions. */
export type Scored = {
  set: string;
  method: Method;
  scores: { recall_5: number; recall_10: number; mrr: number }[];
};

const DEPTH = 100;
const MAX_STATEMENT = 8_000;
const MAX_QUERY = 2_000;

const METHODS = [
  "words: BM25",
  "words: product without a model",
  "meaning: vectors",
  "reciprocal rank fusion, k = 60",
  "reciprocal rank fusion, k = 5",
  "before: no punctuation, fixed weights",
  "product: fused, not adjusted",
  "product: memory_search",
] as const;
export type Method = (typeof METHODS)[number];

/** The sets of the file where it is here, and the prose of the repository. */
export async function readSets(): Promise<Sets> {
  const prose = await readProse();
  if (!existsSync(RETRIEVAL_FILE)) return prose;
  const content = await promisify(gunzip)(await readFile(RETRIEVAL_FILE));
  return { ...dataSchema.parse(JSON.parse(content.toString("utf8"))), ...prose };
}

/**
 * Stores every document as a fact of a repository for its group, embeds it with the local model, asks every question as
 * an agent within its group's repository, and compares with simpler rankings of the same candidates.
 */
export async function measureRetrieval(
  fixture: Fixture,
  { sets, root, most, say }: { sets: Sets; root: string; most: number; say: (line: string) => void },
): Promise<Scored[]> {
  const local = createEmbedder({ provider: "local", native_folder: env().CASEBOOK_ONNXRUNTIME_DIR });
  const embedder = await keepVectors(local);
  const results: Scored[] = [];
  try {
    for (const [set, whole] of Object.entries(sets)) {
      const data = cut(whole, most);
      say(`${set}: storing and embedding ${data.docs.length} documents`);
      const stored = await storeDocuments(fixture, { set, data, root, embedder });
      say(`${set}: asking ${data.queries.length} questions`);
      results.push(...(await askAll(fixture, { set, data, stored, embedder })));
    }
  } finally {
    await embedder.close();
  }
  return results;
}

/** Fewer questions, and the documents that answer them among as many others: for a quick run. */
function cut({ docs, queries }: TestSet, most: number): TestSet {
  const some = queries.slice(0, Math.ceil(most / 10));
  const needed = new Set(some.flatMap(({ rel }) => rel));
  const kept = docs.filter(({ id }, index) => needed.has(id) || index < most);
  return { docs: kept, queries: some };
}

type Stored = { memory_of: Map<string, string>; repository_of: Map<string, { id: string; name: string }> };

async function storeDocuments(
  fixture: Fixture,
  { set, data, root, embedder }: { set: string; data: TestSet; root: string; embedder: Embedder },
): Promise<Stored> {
  const { organization_id } = fixture.agent;
  const stored: Stored = { memory_of: new Map(), repository_of: new Map() };
  for (const group of new Set(data.docs.map((doc) => doc.group))) {
    const name = `${set}/${group}`;
    const git = new GitRepository(join(root, name));
    git.commit();
    const source = { kind: "path" as const, path: git.dir };
    const { id } = await fixture.run(repositoryAdd, { name, source }, { actor: fixture.owner });
    stored.repository_of.set(group, { id, name });
  }
  for (let start = 0; start < data.docs.length; start += MAX_BATCH) {
    const docs = data.docs.slice(start, start + MAX_BATCH);
    const memories = docs.map(({ group, text }) => ({
      kind: "fact" as const,
      statement: text.slice(0, MAX_STATEMENT),
      repository: stored.repository_of.get(group)?.name,
    }));
    const { results } = await fixture.run(memoryStoreMany, { memories }, { actor: fixture.agent });
    for (const [index, { memory }] of results.entries()) {
      const doc = docs[index];
      if (doc && memory) stored.memory_of.set(doc.id, memory.id);
    }
    const rows = await fixture.bare.query<{ id: string; statement: string; search_text: string }>(
      `select id, statement, search_text from memory where organization_id = $1 and id = any($2)`,
      [organization_id, [...new Set(results.flatMap(({ memory }) => memory?.id ?? []))]],
    );
    for (const each of [embedder, withoutPunctuation(embedder)]) {
      const vectors = await each.embed(rows.rows.map(({ statement }) => statement));
      for (const [index, { id: memory_id, search_text }] of rows.rows.entries()) {
        const vector = vectors[index];
        if (!vector) throw new Error("a document has no vector");
        const now = new Date();
        await putEmbedding(fixture.db, {
          organization_id,
          memory_id,
          embedder: each,
          vector,
          search_text,
          now,
        });
      }
    }
  }
  await fixture.bare.query("vacuum analyze");
  return stored;
}

async function askAll(
  fixture: Fixture,
  { set, data, stored, embedder }: { set: string; data: TestSet; stored: Stored; embedder: Embedder },
): Promise<Scored[]> {
  const scores = new Map<Method, Scored["scores"]>();
  for (const { group, text, rel } of data.queries) {
    const repository = stored.repository_of.get(group);
    const relevant = new Set(rel.flatMap((id) => stored.memory_of.get(id) ?? []));
    if (!repository || relevant.size === 0) continue;
    const rankings = await rank(fixture, { query: text.slice(0, MAX_QUERY), repository, embedder });
    for (const method of METHODS) {
      const ranking = rankings[method];
      const list = scores.get(method) ?? [];
      list.push({
        recall_5: recallAt(5, ranking, relevant),
        recall_10: recallAt(10, ranking, relevant),
        mrr: reciprocalRank(ranking, relevant),
      });
      scores.set(method, list);
    }
  }
  return METHODS.map((method) => ({ set, method, scores: scores.get(method) ?? [] }));
}

async function rank(
  fixture: Fixture,
  {
    query,
    repository,
    embedder,
  }: { query: string; repository: { id: string; name: string }; embedder: Embedder },
): Promise<Record<Method, string[]>> {
  const { db, agent, run } = fixture;
  const [vector] = await embedder.embed([query]);
  if (!vector) throw new Error("a question has no vector");
  const where: MemoryWhere = {
    organization_id: agent.organization_id,
    visible_repository_ids: null,
    asking_agent: agent.name,
    deleted: false,
    status: ["active"],
    repository_id: repository.id,
  };
  const words = [...new Set(query.split(/\s+/).map(normalizeText).filter(Boolean))].slice(0, 100);
  const { scoring: statistics } = await findStatistics(db, {
    organization_id: agent.organization_id,
    repository_id: repository.id,
    words,
  });
  const text = await searchText(db, { where, statistics, limit: DEPTH });
  const near = await transaction(db, (tx) => searchVectors(tx, { where, embedder, vector, limit: DEPTH }));
  const input = { query, repository: repository.name, limit: DEPTH };
  const product = await run(memorySearch, input, { actor: agent, embedder });
  const lexical = await run(memorySearch, input, { actor: agent, embedder: null });
  const before = await searchBefore(db, {
    where,
    embedder: withoutPunctuation(embedder),
    query,
    normalized: normalizeText(query),
    matches: text,
  });
  const bm25 = text.map(({ id }) => id);
  const vectors = near.map(({ id }) => id);
  const fused = product.items
    .map(({ memory, score, scores }) => ({
      id: memory.id,
      score: score / (scores.quality * scores.recency * scores.verification),
    }))
    .sort((a, b) => b.score - a.score);
  return {
    "words: BM25": bm25,
    "words: product without a model": lexical.items.map(({ memory }) => memory.id),
    "meaning: vectors": vectors,
    "reciprocal rank fusion, k = 60": reciprocalRankFusion(60, [vectors, bm25]),
    "reciprocal rank fusion, k = 5": reciprocalRankFusion(5, [vectors, bm25]),
    "before: no punctuation, fixed weights": before,
    "product: fused, not adjusted": fused.map(({ id }) => id),
    "product: memory_search": product.items.map(({ memory }) => memory.id),
  };
}

const CACHE_FOLDER = ".cache/bench";

/** The embedder with its vectors kept on disk by the hash of the text, because 3,000 texts take minutes. */
async function keepVectors(embedder: Embedder): Promise<Embedder> {
  const name = embedder.id.replaceAll(/[^a-z0-9]+/gi, "-");
  const file = join(CACHE_FOLDER, `${name}.bin`);
  const bytes = Float32Array.BYTES_PER_ELEMENT * embedder.dimensions;
  const known = new Map<string, Float32Array>();
  if (existsSync(file)) {
    const content = await readFile(file);
    for (let start = 0; start + 32 + bytes <= content.length; start += 32 + bytes) {
      const key = content.subarray(start, start + 32).toString("base64");
      known.set(
        key,
        new Float32Array(new Uint8Array(content.subarray(start + 32, start + 32 + bytes)).buffer),
      );
    }
  }
  const keyOf = (text: string) => createHash("sha256").update(text).digest();
  const find = (text: string) => known.get(keyOf(text).toString("base64"));
  return {
    ...embedder,
    async embed(texts) {
      const missing = texts.filter((text) => !find(text));
      const vectors = missing.length > 0 ? await embedder.embed(missing) : [];
      const added: Buffer[] = [];
      for (const [index, text] of missing.entries()) {
        const vector = vectors[index];
        if (!vector) throw new Error("a text has no vector");
        known.set(keyOf(text).toString("base64"), vector);
        added.push(keyOf(text), Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
      }
      if (added.length > 0) {
        await mkdir(CACHE_FOLDER, { recursive: true });
        await appendFile(file, Buffer.concat(added));
      }
      return texts.flatMap((text) => find(text) ?? []);
    },
  };
}
