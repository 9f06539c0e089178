import type pg from "pg";
import { transaction } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { type MemoryWhere, memoryConditions } from "@/lib/db/sql/memory-conditions";
import { type EmbedderRef, type searchVectors, vectorIndexOf } from "@/lib/db/sql/search";
import { newId } from "@/lib/kernel/ids";
import { SAFETY_VERSION } from "@/lib/memories";
import { type FilterRecall, recallOf } from "./filters";
import type { Fixture } from "./house";
import { percentile, recallAt } from "./statistics";
import { SUBJECT_COUNT, subjectName } from "./texts";
import { vectorMaker } from "./vectors";

const ROWS_PER_STATEMENT = 5_000;
const CANDIDATES = 100;
/** Each repository and each agent type has the subjects of one range: what a question is not about is far from it. */
export const REPOSITORIES = [
  { name: "bench/few", share: 0.1 },
  { name: "bench/some", share: 0.3 },
  { name: "bench/most", share: 0.6 },
];
export const AGENT_TYPES = ["architect", "builder", "reviewer", "tester", "main"];

type VectorSearch = typeof searchVectors;

type Row = {
  id: string;
  repository_id: string;
  category: string;
  agent_type: string;
  tags: string[];
  vector: Float32Array;
};

/** Fills an organization with memories whose repository, agent type and category depend on what they are about. */
export async function loadCorrelated(
  { bare, agent }: Fixture,
  { memories, embedder }: { memories: number; embedder: EmbedderRef },
): Promise<Map<string, string>> {
  const repositories = new Map(REPOSITORIES.map(({ name }) => [name, newId()]));
  for (const [name, id] of repositories)
    await bare.query(
      `insert into repository (organization_id, id, name, source_kind, source_location)
       values ($1, $2, $3, 'path', '/nowhere')`,
      [agent.organization_id, id, name],
    );
  const { rows: indexes } = await bare.query<{ name: string; definition: string }>(
    `select format('%I', indexname) as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename in ('memory', 'memory_embedding') and indexdef ~ 'USING (gin|hnsw)'`,
  );
  for (const { name } of indexes) await bare.query(`drop index ${name}`);
  const vectorOf = vectorMaker(embedder.dimensions, 32);
  for (let start = 0; start < memories; start += ROWS_PER_STATEMENT) {
    const rows = Array.from({ length: Math.min(ROWS_PER_STATEMENT, memories - start) }, (_, offset): Row => {
      const index = start + offset;
      const subject = index % SUBJECT_COUNT;
      const { repository, agent_type } = placeOf(subject);
      return {
        id: newId(),
        repository_id: repositories.get(repository) ?? "",
        category: subjectName(subject),
        agent_type,
        tags: index % 1_000 < SUBJECT_COUNT ? [`rare-${subject}`] : [],
        vector: vectorOf(subject),
      };
    });
    await insertRows(bare, { organization_id: agent.organization_id, embedder, rows });
  }
  for (const { definition } of indexes.filter((index) => !/hnsw/.test(index.definition)))
    await bare.query(definition);
  await bare.query("set maintenance_work_mem = '1GB'");
  await bare.query(vectorIndexOf(embedder).create("").sql);
  await bare.query("vacuum analyze");
  return repositories;
}

/** The repository and the agent type that a subject belongs to. */
export function placeOf(subject: number): { repository: string; agent_type: string } {
  const place = subject / SUBJECT_COUNT;
  let reached = 0;
  const repository = REPOSITORIES.find(({ share }) => {
    reached += share;
    return place < reached - 1e-9;
  });
  const agent_type = AGENT_TYPES[Math.floor(place * AGENT_TYPES.length)] ?? "main";
  return { repository: repository?.name ?? "", agent_type };
}

async function insertRows(
  bare: pg.Client,
  {
    organization_id,
    embedder,
    rows,
  }: { organization_id: string; embedder: EmbedderRef; rows: readonly Row[] },
): Promise<void> {
  const column = <K extends keyof Row>(key: K) => rows.map((row) => row[key]);
  await bare.query(
    `insert into memory (organization_id, id, kind, scope, repository_id, statement, category, tags, agent, agent_type,
       created_by_kind, created_by_id, created_by_name, quality, source_kind, duplicate_sha256, search_text, search_length,
       safety_version)
     select $1, row.id, 'fact', 'repository', row.repository_id, 'Note ' || row.id, row.category,
       string_to_array(row.tags, ','), 'bench', row.agent_type, 'agent', 'bench', 'bench', 0.5, 'api',
       md5(row.id::text), 'Note ' || repeat(row.category || ' ', 40), 41, $7
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[])
       as row(id, repository_id, category, agent_type, tags)`,
    [
      organization_id,
      column("id"),
      column("repository_id"),
      column("category"),
      column("agent_type"),
      column("tags").map((tags) => tags.join(",")),
      SAFETY_VERSION,
    ],
  );
  await bare.query(
    `insert into memory_embedding (organization_id, memory_id, embedder_id, embedding)
     select $1, row.id, $2, row.embedding::halfvec from unnest($3::uuid[], $4::text[]) as row(id, embedding)`,
    [organization_id, embedder.id, column("id"), column("vector").map((vector) => `[${vector.join(",")}]`)],
  );
}

/** `sql` says of a memory `m` what `where` says, with the value as $2. */
export type CorrelatedFilter = {
  filter: string;
  where: Partial<MemoryWhere>;
  sql: string;
  value: string | null;
};

export const filtersOf = (repositories: ReadonlyMap<string, string>): CorrelatedFilter[] => [
  { filter: "none", where: {}, sql: "$2::text is null", value: null },
  ...REPOSITORIES.map(({ name }) => ({
    filter: `a repository (${name})`,
    where: { repository_id: repositories.get(name) },
    sql: "m.repository_id = $2::uuid",
    value: repositories.get(name) ?? "",
  })),
  ...["architect", "main"].map((agent_type) => ({
    filter: `an agent type (${agent_type})`,
    where: { agent_type },
    sql: "m.agent_type = $2",
    value: agent_type,
  })),
  ...[0, 20].map((subject) => ({
    filter: `a category (${subjectName(subject)})`,
    where: { category: subjectName(subject) },
    sql: "m.category = $2",
    value: subjectName(subject),
  })),
  { filter: "a tag of one subject", where: { tag: "rare-7" }, sql: "m.tags @> array[$2]", value: "rare-7" },
];

/** A way of searching, with what it found in each filter. */
export type SearchArm = { name: string; search: VectorSearch };
/** `too_slow` are the filters in which the database gave up, by its statement_timeout, or the transaction took too long. */
export type ArmRecall = { name: string; filters: FilterRecall[]; too_slow: string[] };

const GAVE_UP = /statement timeout|57014|expired transaction/;

/**
 * Recall@10 and time of vector searches against the exact answer, inside filters that the questions are not about. The
 * searches take turns at every question, so that the machine's load meets all alike.
 */
export async function measureCorrelated(
  fixture: Fixture,
  {
    embedder,
    organization_id = fixture.agent.organization_id,
    filters: tested_filters,
    vectors,
    arms,
    say,
  }: {
    embedder: EmbedderRef;
    organization_id?: string;
    filters: readonly CorrelatedFilter[];
    /** Of the questions. */
    vectors: readonly Float32Array[];
    arms: readonly SearchArm[];
    say: (line: string) => void;
  },
): Promise<ArmRecall[]> {
  const results = arms.map(({ name }): ArmRecall => ({ name, filters: [], too_slow: [] }));
  for (const tested of tested_filters) {
    const { filter, where, sql, value } = tested;
    say(filter);
    const recalls = arms.map((): number[] => []);
    const times = arms.map((): number[] => []);
    const { rows: shares } = await fixture.bare.query<{ share: number }>(
      `select avg((${sql})::int)::float8 as share from memory m where m.organization_id = $1`,
      [organization_id, value],
    );
    for (const vector of vectors) {
      const exact = await nearestExactly(fixture, { embedder, organization_id, tested, vector });
      const scope: MemoryWhere = {
        organization_id,
        visible_repository_ids: null,
        asking_agent: null,
        deleted: false,
        status: ["active"],
        ...where,
      };
      for (const [index, { search }] of arms.entries()) {
        if (results[index]?.too_slow.includes(filter)) continue;
        const started = performance.now();
        const found = await transaction(fixture.db, (tx) =>
          search(tx, { where: scope, embedder, vector, limit: CANDIDATES }),
        ).catch((error: unknown) => {
          if (GAVE_UP.test(String(error))) return null;
          throw error;
        });
        if (found === null) {
          results[index]?.too_slow.push(filter);
          continue;
        }
        times[index]?.push(performance.now() - started);
        const ids = found.map(({ id }) => id);
        recalls[index]?.push(recallAt(10, ids, exact));
      }
    }
    for (const [index, { filters, too_slow }] of results.entries()) {
      if (too_slow.includes(filter)) continue;
      filters.push({
        filter,
        share: shares[0]?.share ?? 0,
        ...recallOf(recalls[index] ?? []),
        median: percentile(times[index] ?? [], 0.5),
        p95: percentile(times[index] ?? [], 0.95),
      });
    }
  }
  return results;
}

/** The ten nearest by comparing with all: adding nothing to the distance hides it from the index. */
async function nearestExactly(
  { bare }: Fixture,
  {
    embedder,
    organization_id,
    tested,
    vector,
  }: {
    embedder: EmbedderRef;
    organization_id: string;
    tested: CorrelatedFilter;
    vector: Float32Array;
  },
): Promise<Set<string>> {
  const type = `halfvec(${embedder.dimensions})`;
  // Without statistics the server would look up the vector of each memory among all of them.
  await bare.query("begin");
  await bare.query("set local enable_nestloop = off");
  const { rows } = await bare.query<{ id: string }>(
    `select m.id from memory_embedding e join memory m on m.organization_id = e.organization_id and m.id = e.memory_id
     where e.organization_id = $1 and ${tested.sql} and m.status = 'active' and e.embedder_id = $3
     order by (e.embedding::${type} <=> $4::${type}) + 0 limit 10`,
    [organization_id, tested.value, embedder.id, `[${vector.join(",")}]`],
  );
  await bare.query("commit");
  return new Set(rows.map(({ id }) => id));
}

/** The search as it was before: the index alone, which gives up after pgvector's 20,000 neighbours. */
export const searchByIndexAlone: VectorSearch = (tx, { where, embedder, vector, limit }) => {
  const type = Prisma.raw(`halfvec(${embedder.dimensions})`);
  const query = Prisma.sql`(select case when set_config('hnsw.iterative_scan', 'relaxed_order', true) <> ''
      and set_config('hnsw.max_scan_tuples', '20000', true) <> ''
      and set_config('hnsw.ef_search', ${String(limit)}, true) <> ''
    then ${`[${vector.join(",")}]`}::${type} end)`;
  return tx.$queryRaw`
    select near.id::text as id, (1 - near.distance)::float8 as similarity from (
      select m.id, (e.embedding::${type}) <=> ${query} as distance
      from memory_embedding e join memory m on m.organization_id = e.organization_id and m.id = e.memory_id
      where e.organization_id = ${where.organization_id}::uuid
        and ${Prisma.raw(vectorIndexOf(embedder).condition.sql)} and ${memoryConditions(where)}
      order by distance limit ${limit}::int) near order by near.distance`;
};
