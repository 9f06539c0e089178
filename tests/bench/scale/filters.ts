import { openDatabase } from "@/lib/db/client";
import { type EmbedderRef, searchVectors } from "@/lib/db/sql/search";
import type { FilterRecall } from "../filters";
import { type CorrelatedFilter, filtersOf, measureCorrelated } from "../filters-large";
import type { Fixture } from "../house";
import type { ScaleData } from "./data";

const LIMIT_MS = 10_000;

/** `too_slow` are the filters in which the database gave up after ten seconds. */
export type ScaleFilters = { measured: FilterRecall[]; too_slow: string[] };

/** Filters that the questions are not about, with the two that only this data has: a scope, and another organization. */
export async function measureScaleFilters(
  fixture: Fixture,
  { data, embedder, vectors }: { data: ScaleData; embedder: EmbedderRef; vectors: readonly Float32Array[] },
): Promise<ScaleFilters> {
  const say = () => {};
  const arms = [{ name: "the product", search: searchVectors }];
  const filters = [
    ...filtersOf(data.repositories).filter(({ filter }) => !filter.startsWith("a tag")),
    scopeFilter("global"),
    {
      filter: "a tag of one subject",
      where: { tag: "subject-7" },
      sql: "m.tags @> array[$2]",
      value: "subject-7",
    },
  ];
  const db = openDatabase(withLimit(fixture.connection_string), 2);
  const bounded = { ...fixture, db };
  const first = await measureCorrelated(bounded, { embedder, filters, vectors, arms, say });
  const others: CorrelatedFilter[] = [
    { filter: "the second organization", where: {}, sql: "$2::text is null", value: null },
    ...filters
      .filter(({ filter }) => filter.startsWith("a category"))
      .map((each) => ({
        ...each,
        filter: `the second organization, ${each.filter}`,
      })),
  ];
  const { organization_id } = data.second;
  const second = await measureCorrelated(bounded, {
    embedder,
    organization_id,
    filters: others,
    vectors,
    arms,
    say,
  });
  await db.$disconnect();
  return {
    measured: [...first, ...second].flatMap(({ filters: found }) => found),
    too_slow: [...first, ...second].flatMap((arm) => arm.too_slow),
  };
}

/**
 * A search without statistics of its tables may take minutes: the server gives up before. The embedded database takes no
 * such limit; there the filter is left after the first search that outlasts its transaction.
 */
function withLimit(connection_string: string): string {
  const url = new URL(connection_string);
  url.searchParams.set("options", `-c statement_timeout=${LIMIT_MS}`);
  return url.href;
}

const scopeFilter = (scope: string): CorrelatedFilter => ({
  filter: `a scope (${scope})`,
  where: { scope: [scope] },
  sql: "m.scope = $2",
  value: scope,
});
