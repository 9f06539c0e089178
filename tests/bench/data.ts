import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { normalizeText } from "@/lib/ai";
import { findRepositoryByName, insertCitations, prepareCitations } from "@/lib/citations";
import { repositoryAdd } from "@/lib/citations/contract";
import { transaction } from "@/lib/db/client";
import type { EmbedderRef } from "@/lib/db/sql/search";
import { newId } from "@/lib/kernel/ids";
import { SAFETY_VERSION } from "@/lib/memories";
import { GitRepository } from "../support/git-repository";
import type { Fixture } from "./house";
import { makeRepositoryRoot } from "./house";
import { randomFrom } from "./statistics";
import { makeNotes, makeSource, SUBJECT_COUNT, sourcePath, subjectName } from "./texts";
import { vectorMaker } from "./vectors";

/** Each memory bears the tag `share-<n>` of every share (of all rows) whose random sample it is in. */
export const SHARES = [1, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001] as const;
export const shareTag = (share: number) => `share-${share}`;

/** Of what trades and categories the memories are, in turn. Default: all by `main`, each of its subject's name. */
export type Spread = { agent_types: readonly string[]; categories: readonly string[] };

export type Loaded = {
  repositories: { id: string; name: string }[];
  /** Memories of one citation each, all in the first repository. */
  cited: string[];
  paths: string[];
  /** A commit that changes no cited line, so that whatever cites this repository is to be checked anew. */
  push(round: number): void;
  seconds: number;
  remove(): void;
};

const ROWS_A_STATEMENT = 500;
export const FILES = 200;
const CITED_AT_ONCE = 100;

/**
 * Fills an organization: memories with vectors inserted in bulk, three repositories on disk, and citations of the first
 * one's files, of which a later commit moved some and edited a few.
 */
export async function load(
  fixture: Fixture,
  {
    memories,
    citations,
    embedder,
    spread,
  }: { memories: number; citations: number; embedder: EmbedderRef; spread?: Spread },
): Promise<Loaded> {
  const started = performance.now();
  const root = makeRepositoryRoot("repositories");
  const { repositories, gits } = await addRepositories(fixture, {
    root,
    names: ["bench/api", "bench/web", "bench/tools"],
  });
  const rebuild = await dropSlowIndexes(fixture.bare);
  const ids = await insertMemories(fixture, { memories, repositories, embedder, spread });
  for (const definition of rebuild) await fixture.bare.query(definition);
  const cited = await insertCitationsOf(fixture, { ids, citations, repository: "bench/api" });
  const [first] = gits;
  first?.commit(changedSources());
  await fixture.bare.query("vacuum analyze");
  return {
    repositories,
    cited,
    paths: Array.from({ length: FILES }, (_, file) => sourcePath(file)),
    push: (round) => {
      first?.commit({ "CHANGES.md": `${round}\n` });
    },
    seconds: (performance.now() - started) / 1000,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Repositories on disk, of which the first has many files. */
export async function addRepositories(
  fixture: Fixture,
  { root, names }: { root: string; names: readonly string[] },
): Promise<{ repositories: { id: string; name: string }[]; gits: GitRepository[] }> {
  const repositories: { id: string; name: string }[] = [];
  const gits: GitRepository[] = [];
  for (const [index, name] of names.entries()) {
    const git = new GitRepository(join(root, name));
    const files = index === 0 ? FILES : 5;
    git.commit(
      Object.fromEntries(Array.from({ length: files }, (_, file) => [sourcePath(file), makeSource(file)])),
    );
    const added = await fixture.run(
      repositoryAdd,
      { name, source: { kind: "path", path: git.dir } },
      { actor: fixture.owner },
    );
    repositories.push({ id: added.id, name });
    gits.push(git);
  }
  return { repositories, gits };
}

/**
 * Drops the text and vector indexes, because filling them row by row takes the embedded database minutes, and returns
 * the statements that build them again.
 */
export async function dropSlowIndexes(bare: pg.Client): Promise<string[]> {
  const { rows } = await bare.query<{ name: string; definition: string }>(
    `select format('%I', indexname) as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename in ('memory', 'memory_embedding') and indexdef ~ 'USING (gin|hnsw)'`,
  );
  for (const { name } of rows) await bare.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Every fifth file got a comment on top, every tenth another limit in its functions. */
function changedSources(): Record<string, string> {
  const files: Record<string, string> = {};
  for (let file = 0; file < FILES; file += 5) {
    const source = makeSource(file);
    const edited = file % 10 === 0 ? source.replaceAll("limit).trim()", "limit + 1).trimEnd()") : source;
    files[sourcePath(file)] = `// Parts of ${subjectName(file % SUBJECT_COUNT)}.\n\n${edited}`;
  }
  return files;
}

const KINDS = ["decision", "procedure", "anti_pattern", "fact"];
const DAY_MS = 86_400_000;

const STATUSES = ["active", "drifted", "superseded", "invalid"];

/** The place of the first bound above a number from 0 to 1; past all bounds, their number. */
function drawByShare(drawn: number, bounds: readonly number[]): number {
  const place = bounds.findIndex((bound) => drawn < bound);
  if (place === -1) return bounds.length;
  return place;
}

/** Returns the ids of active memories of the first repository. */
async function insertMemories(
  { bare, agent }: Fixture,
  {
    memories,
    repositories,
    embedder,
    spread,
  }: {
    memories: number;
    repositories: readonly { id: string }[];
    embedder: EmbedderRef;
    spread: Spread | undefined;
  },
): Promise<string[]> {
  const random = randomFrom(31);
  const vectorOf = vectorMaker(embedder.dimensions, 32);
  const ofFirst: string[] = [];
  const now = Date.now();
  const rows = makeNotes(memories).map(({ subject, statement }, index) => {
    const id = newId();
    const repository = repositories[drawByShare(random(), [0.6, 0.9])]?.id ?? null;
    const scope = random() < 0.85 ? "repository" : "global";
    const status = STATUSES[drawByShare(random(), [0.93, 0.96, 0.98])] ?? "active";
    const share = random();
    const at = new Date(now - Math.floor((1 - index / memories) * 180 * DAY_MS)).toISOString();
    const search_text = normalizeText(statement);
    if (status === "active" && repository === repositories[0]?.id && scope === "repository") ofFirst.push(id);
    return {
      id,
      scope,
      statement,
      status,
      search_text,
      at,
      organization_id: agent.organization_id,
      kind: KINDS[Math.floor(random() * KINDS.length)],
      repository_id: scope === "repository" ? repository : null,
      category: inTurn(spread?.categories, index) ?? subjectName(subject),
      agent_type: inTurn(spread?.agent_types, Math.floor(index / 7)) ?? "main",
      tags: SHARES.filter((each) => share < each).map(shareTag),
      agent: ["review-bot", "build-bot", "docs-bot"][index % 3],
      agent_id: agent.id,
      quality: 0.3 + 0.6 * random(),
      duplicate_sha256: createHash("sha256").update(statement).digest("hex"),
      search_length: search_text.split(" ").length,
      embedding: `[${vectorOf(subject).join(",")}]`,
      embedder_id: embedder.id,
    };
  });
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT)
    await insertRows(bare, rows.slice(start, start + ROWS_A_STATEMENT));
  return ofFirst;
}

const inTurn = <T>(values: readonly T[] | undefined, index: number): T | undefined =>
  values?.[index % values.length];

async function insertRows(bare: pg.Client, rows: readonly object[]): Promise<void> {
  const json = JSON.stringify(rows);
  await bare.query(
    `insert into memory (organization_id, id, kind, scope, repository_id, statement, category, tags, agent, agent_type,
       created_by_kind, created_by_id, created_by_name, quality, source_kind, status, status_since, duplicate_sha256,
       search_text, search_length, refreshed_at, created_at, updated_at, safety_version)
     select organization_id, id, kind, scope, repository_id, statement, category, tags, agent, agent_type,
       'agent', agent_id, agent, quality, 'api', status, at, duplicate_sha256, search_text, search_length, at, at, at, $2
     from jsonb_to_recordset($1::jsonb) as row(organization_id uuid, id uuid, kind text, scope text, repository_id uuid,
       statement text, category text, tags text[], agent text, agent_type text, agent_id text, quality float8, status text,
       duplicate_sha256 text, search_text text, search_length int, at timestamptz)`,
    // Looked over by the rules in force, as whatever is stored through a door.
    [json, SAFETY_VERSION],
  );
  await bare.query(
    `insert into memory_embedding (organization_id, memory_id, embedder_id, embedding)
     select organization_id, id, embedder_id, embedding::halfvec
     from jsonb_to_recordset($1::jsonb) as row(organization_id uuid, id uuid, embedder_id text, embedding text)`,
    [json],
  );
}

/** Half of the citations stand alone with their memory, the others in pairs. Returns the memories with one. */
export async function insertCitationsOf(
  { db, agent }: Fixture,
  { ids, citations, repository: name }: { ids: readonly string[]; citations: number; repository: string },
): Promise<string[]> {
  const { organization_id } = agent;
  const repository = await findRepositoryByName(db, { organization_id, name });
  if (!repository) throw new Error(`${name} was not registered`);
  const random = randomFrom(41);
  const alone: string[] = [];
  const pairs = Math.floor(citations / 4);
  const wanted = ids.slice(0, citations - pairs).map((memory_id, index) => {
    if (index >= pairs) alone.push(memory_id);
    return { memory_id, count: index < pairs ? 2 : 1 };
  });
  for (let start = 0; start < wanted.length; start += CITED_AT_ONCE) {
    const some = wanted.slice(start, start + CITED_AT_ONCE);
    const places = some.flatMap(({ count }) =>
      Array.from({ length: count }, () => {
        // Six lines of every function, and a blank one between them.
        const line_start = 7 * Math.floor(random() * 15) + 1;
        const path = sourcePath(Math.floor(random() * FILES));
        return { path, line_start, line_end: line_start + 1 + Math.floor(random() * 5) };
      }),
    );
    const prepared = await prepareCitations(db, {
      organization_id,
      repository,
      citations: places,
      pointer: "/citations",
    });
    await transaction(db, async (tx) => {
      await insertCitations(tx, {
        organization_id,
        memories: some.map(({ memory_id, count }) => ({
          memory_id,
          repository_id: repository.id,
          prepared: prepared.splice(0, count),
        })),
        now: new Date(),
      });
    });
  }
  return alone;
}
