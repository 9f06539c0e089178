import { transaction } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { type EmbedderRef, searchVectors } from "@/lib/db/sql/search";
import { SHARES, shareTag } from "./data";
import type { Fixture } from "./house";
import { makeQueries } from "./speed";
import { bootstrapMean, percentile, recallAt } from "./statistics";
import { formatTable } from "./table";
import { subjectName } from "./texts";

export type FilterRecall = {
  filter: string;
  /** Of all rows, 0–1, as counted. */
  share: number;
  queries: number;
  /** Mean over the queries, 0–1, with its 95 % interval. */
  recall: number;
  low: number;
  high: number;
  worst: number;
  /** Milliseconds. */
  median: number;
  p95: number;
};

/** What recall@10 must reach in every filter. */
export const FILTER_TARGET = 0.99;
const CANDIDATES = 100;

/**
 * Recall@10 of the product's vector search (its 100 candidates) against the exact answer, within filters that let through
 * a random share of the rows, and within a subject that the queries are not about, which a graph index finds hardest.
 */
export async function measureFilters(
  fixture: Fixture,
  { embedder, queries: count }: { embedder: EmbedderRef; queries: number },
): Promise<FilterRecall[]> {
  const { organization_id } = fixture.agent;
  const queries = makeQueries(count, embedder.dimensions);
  const everything: MemoryWhere = {
    organization_id,
    visible_repository_ids: null,
    asking_agent: null,
    deleted: false,
  };
  const filters: { filter: string; where: MemoryWhere; sql: string; value: string | null }[] = [
    { filter: "none", where: everything, sql: "$2::text is null", value: null },
    ...SHARES.map((share) => ({
      filter: `random ${(share * 100).toLocaleString("en")} % (a tag)`,
      where: { ...everything, tag: shareTag(share) },
      sql: "m.tags @> array[$2]",
      value: shareTag(share),
    })),
    {
      filter: "one subject of 40 (a category)",
      where: { ...everything, category: subjectName(0) },
      sql: "m.category = $2",
      value: subjectName(0),
    },
  ];
  const total = await countRows(fixture, { sql: "$2::text is null", value: null });
  const results: FilterRecall[] = [];
  for (const { filter, where, sql, value } of filters) {
    const recalls: number[] = [];
    const times: number[] = [];
    for (const { vector } of queries) {
      const exact = await nearestExactly(fixture, { embedder, vector, sql, value });
      const started = performance.now();
      const found = await transaction(fixture.db, (tx) =>
        searchVectors(tx, { where, embedder, vector, limit: CANDIDATES }),
      );
      times.push(performance.now() - started);
      if (exact.length > 0)
        recalls.push(
          recallAt(
            10,
            found.map(({ id }) => id),
            new Set(exact),
          ),
        );
    }
    if (recalls.length === 0) continue;
    results.push({
      filter,
      share: (await countRows(fixture, { sql, value })) / total,
      ...recallOf(recalls),
      median: percentile(times, 0.5),
      p95: percentile(times, 0.95),
    });
  }
  return results;
}

/** What the recall of each query comes to. */
export function recallOf(
  recalls: readonly number[],
): Pick<FilterRecall, "queries" | "recall" | "low" | "high" | "worst"> {
  const { mean, low, high } = bootstrapMean([recalls]);
  return { queries: recalls.length, recall: mean, low, high, worst: Math.min(...recalls) };
}

type Filter = { sql: string; value: string | null };

async function countRows({ bare, agent }: Fixture, { sql, value }: Filter): Promise<number> {
  const { rows } = await bare.query<{ count: number }>(
    `select count(*)::int as count from memory m where m.organization_id = $1 and ${sql}`,
    [agent.organization_id, value],
  );
  return rows[0]?.count ?? 0;
}

/** The ten nearest by comparing with all: adding nothing to the distance hides it from the index. */
async function nearestExactly(
  { bare, agent }: Fixture,
  { embedder, vector, sql, value }: Filter & { embedder: EmbedderRef; vector: Float32Array },
): Promise<string[]> {
  const type = `halfvec(${embedder.dimensions})`;
  const { rows } = await bare.query<{ id: string }>(
    `select m.id from memory_embedding e join memory m on m.organization_id = e.organization_id and m.id = e.memory_id
     where e.organization_id = $1 and ${sql} and m.deleted_at is null and e.embedder_id = $3
     order by (e.embedding::${type} <=> $4::${type}) + 0 limit 10`,
    [agent.organization_id, value, embedder.id, `[${vector.join(",")}]`],
  );
  return rows.map(({ id }) => id);
}

export function filterTable(filters: readonly FilterRecall[]): string {
  const rows = filters.map(({ filter, share, queries, recall, low, high, worst, median, p95 }) => [
    filter,
    `${(share * 100).toFixed(2)} %`,
    String(queries),
    `${recall.toFixed(4)} [${low.toFixed(3)} – ${high.toFixed(3)}]`,
    worst.toFixed(1),
    `≥ ${FILTER_TARGET}`,
    recall >= FILTER_TARGET ? "ok" : "UNDER",
    median.toFixed(1),
    p95.toFixed(1),
  ]);
  return formatTable(
    ["filter", "of all rows", "n", "recall@10", "worst", "target", "", "median ms", "p95 ms"],
    rows,
    new Set([1, 2, 3, 4, 5, 7, 8]),
  );
}
