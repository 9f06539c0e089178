import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import type pg from "pg";
import { type Embedder, normalizeText } from "@/lib/ai";
import { vectorIndexOf } from "@/lib/db/sql/search";
import { newId } from "@/lib/kernel/ids";
import { DAY_MS } from "@/lib/kernel/time";
import { SAFETY_VERSION } from "@/lib/memories";
import { addRepositories, dropSlowIndexes, FILES, insertCitationsOf } from "../data";
import { placeOf, REPOSITORIES } from "../filters-large";
import type { Fixture } from "../house";
import { makeRepositoryRoot } from "../house";
import { makeNotes, sourcePath, subjectName } from "../texts";
import type { Known, Meaning } from "./meaning";
import { type Row, storeRows } from "./rows";

/** Its memories lie in the same tables and the same vector index. */
const SECOND_SHARE = 5;
const DAYS = 180;
/** Every tenth subject is the whole organization's. */
const GLOBAL_EVERY = 10;
/** Every twentieth memory was replaced by another. */
const SUPERSEDED_EVERY = 20;
const CITED_SHARE = 5;
const MAX_CITATIONS = 2_000;

export const MEMORY_COLUMNS = [
  "organization_id",
  "id",
  "kind",
  "scope",
  "repository_id",
  "statement",
  "category",
  "tags",
  "agent",
  "agent_type",
  "created_by_kind",
  "created_by_id",
  "created_by_name",
  "quality",
  "source_kind",
  "status",
  "status_since",
  "duplicate_sha256",
  "search_text",
  "search_length",
  "refreshed_at",
  "created_at",
  "updated_at",
  "safety_version",
];
export const VECTOR_COLUMNS = ["organization_id", "memory_id", "embedder_id", "embedding"];

export type ScaleData = {
  repositories: ReadonlyMap<string, string>;
  /** The one with citations. */
  cited_repository: { id: string; name: string };
  paths: string[];
  /** Ids of active memories, of a few thousand. */
  ids: string[];
  second: { organization_id: string; memories: number };
  root: string;
  seconds: number;
  remove(): void;
};

type Organization = {
  organization_id: string;
  agent_id: string;
  memories: number;
  repositories: ReadonlyMap<string, string>;
};

/**
 * Fills two organizations, the second with a fifth of the memories of the first, whose repository, agent type, category
 * and scope depend on what they are about, and cites files of a repository on disk. Nothing is analyzed yet.
 */
export async function loadScale(
  fixture: Fixture,
  {
    memories,
    embedder,
    meaning,
    embedded,
  }: Pick<Known, "embedder" | "meaning"> & { memories: number; embedded: boolean },
): Promise<ScaleData> {
  const started = performance.now();
  const { bare, agent } = fixture;
  const root = makeRepositoryRoot("scale");
  const names = REPOSITORIES.map(({ name }) => name).reverse();
  const { repositories: added } = await addRepositories(fixture, { root, names });
  const repositories = new Map(added.map(({ name, id }) => [name, id]));
  const [cited_repository] = added;
  if (!cited_repository) throw new Error("no repository was added");
  const second = { organization_id: newId(), memories: Math.floor(memories / SECOND_SHARE) };
  await bare.query(
    `insert into organization (id, slug, name, settings) select $1, 'second', 'Second', settings
     from organization where id = $2`,
    [second.organization_id, agent.organization_id],
  );

  const rebuild = await dropSlowIndexes(bare);
  await bare.query("alter table memory set (autovacuum_enabled = false)");
  await bare.query("alter table memory_embedding set (autovacuum_enabled = false)");
  const agent_id = agent.id;
  const first = { organization_id: agent.organization_id, agent_id, memories, repositories };
  const { citable, ids } = await storeOrganization(fixture, { of: first, embedder, meaning, embedded });
  const other: Organization = { ...second, agent_id, repositories: new Map() };
  await storeOrganization(fixture, { of: other, embedder, meaning, embedded });
  await buildIndexes(bare, {
    definitions: rebuild,
    embedder,
    vectors: embedded ? null : memories + second.memories,
  });

  const citations = Math.min(MAX_CITATIONS, Math.floor(memories / CITED_SHARE));
  await insertCitationsOf(fixture, { ids: citable, citations, repository: cited_repository.name });
  return {
    repositories,
    cited_repository,
    ids,
    second,
    root,
    paths: Array.from({ length: FILES }, (_, file) => sourcePath(file)),
    seconds: (performance.now() - started) / 1000,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/**
 * Makes the indexes that were dropped before loading, and that of an embedder's vectors.
 * @param vectors how many there are, which says the memory to build with; null where the database takes no such setting
 */
export async function buildIndexes(
  bare: pg.Client,
  {
    definitions,
    embedder,
    vectors,
  }: { definitions: readonly string[]; embedder: Embedder; vectors: number | null },
): Promise<void> {
  for (const definition of definitions) if (!/using hnsw/i.test(definition)) await bare.query(definition);
  if (vectors !== null) await bare.query(`set maintenance_work_mem = '${graphMegabytes(vectors)}MB'`);
  await bare.query(vectorIndexOf(embedder).create("").sql);
}

/**
 * What the graph of the vector index takes while it is built: 1.5 kB of a vector and its neighbours. Where it does not fit,
 * pgvector puts in the rest row by row, which takes many times as long.
 */
function graphMegabytes(vectors: number): number {
  const kilobytes_each = 3;
  return Math.max(1_024, Math.ceil((vectors * kilobytes_each) / 1_024));
}

const KEPT = 3_000;

/** Returns ids of active memories, and of such of the first repository, that may be cited. */
async function storeOrganization(
  { bare }: Fixture,
  {
    of,
    embedder,
    meaning,
    embedded,
  }: { of: Organization; embedder: Embedder; meaning: Meaning; embedded: boolean },
): Promise<{ citable: string[]; ids: string[] }> {
  const citable: string[] = [];
  const active: string[] = [];
  const stored: { id: string; subject: number }[] = [];
  const cited_id = [...of.repositories.values()][0];
  const rows = function* (): Generator<Row> {
    for (const [index, { subject, statement }] of makeNotes(of.memories).entries()) {
      const row = memoryRow(of, { index, subject, statement });
      stored.push({ id: row.id, subject });
      if (row.status === "active" && active.length < KEPT) active.push(row.id);
      if (row.status === "active" && row.repository_id === cited_id && citable.length < KEPT)
        citable.push(row.id);
      yield row;
    }
  };
  await storeRows(bare, { table: "memory", columns: MEMORY_COLUMNS, rows: rows(), embedded });
  const vectors = function* (): Generator<Row> {
    for (const [index, { id, subject }] of stored.entries())
      yield {
        organization_id: of.organization_id,
        memory_id: id,
        embedder_id: embedder.id,
        embedding: meaning.vectorOf(index, subject),
      };
  };
  await storeRows(bare, { table: "memory_embedding", columns: VECTOR_COLUMNS, rows: vectors(), embedded });
  return { citable, ids: active };
}

const KINDS = ["decision", "procedure", "anti_pattern", "fact"];
const AGENTS = ["review-bot", "build-bot", "docs-bot"];

export function memoryRow(
  { organization_id, agent_id, memories, repositories }: Organization,
  { index, subject, statement }: { index: number; subject: number; statement: string },
) {
  const { repository, agent_type } = placeOf(subject);
  const ofAll = subject % GLOBAL_EVERY === GLOBAL_EVERY - 1 || repositories.size === 0;
  const search_text = normalizeText(statement);
  const at = new Date(Date.now() - Math.floor((1 - index / memories) * DAYS * DAY_MS)).toISOString();
  const agent = AGENTS[index % AGENTS.length] ?? "review-bot";
  return {
    organization_id,
    id: newId(),
    kind: KINDS[index % KINDS.length] ?? "fact",
    scope: ofAll ? "global" : "repository",
    repository_id: ofAll ? null : (repositories.get(repository) ?? null),
    statement,
    category: subjectName(subject),
    tags: [`subject-${subject}`],
    agent,
    agent_type,
    created_by_kind: "agent",
    created_by_id: agent_id,
    created_by_name: agent,
    quality: 0.3 + 0.6 * ((index % 101) / 100),
    source_kind: "api",
    status: index % SUPERSEDED_EVERY === 0 ? "superseded" : "active",
    status_since: at,
    duplicate_sha256: createHash("sha256").update(statement).digest("hex"),
    search_text,
    search_length: search_text.split(" ").length,
    refreshed_at: at,
    created_at: at,
    updated_at: at,
    // Scanned by the current rules, as everything that is stored through a transport.
    safety_version: SAFETY_VERSION,
  };
}
