import type { Db } from "@/lib/db/client";
import { countCoverage, findVerdictChanges, sumDrift } from "@/lib/db/sql/drift";
import type { Tenant } from "@/lib/kernel/actor";
import { startOfBucket, stepBucket } from "@/lib/kernel/buckets";
import { DAY_MS } from "@/lib/kernel/durations";
import { type Page, type Paging, positionOf, toPage } from "@/lib/kernel/pagination";
import { prefixOf } from "@/lib/text/paths";
import { checksByIds } from "../checks/queries";
import { noCitations } from "../citations/queries";
import { toCitation, withRepository } from "../citations/rows";
import { type CoverageEntry, type DriftPoint, MAX_COVERAGE_ENTRIES, type VerdictChange } from "../contract";

/**
 * What memories in use cite directly below a folder (without slashes at its ends, empty for the root), then the folders
 * that none cites. `agent`: the agent that asks, null for a person. `tree`: how many files each folder directly below it holds; null when the source cannot tell.
 */
export async function listCoverage(
  db: Db,
  {
    folder,
    tree,
    ...ids
  }: Tenant & { repository_id: string; agent: string | null; folder: string; tree: FolderFiles | null },
): Promise<{ items: CoverageEntry[]; total: number; cited_files: number; files: number | null }> {
  const prefix = prefixOf(folder);
  const rows = await countCoverage(db, { ...ids, prefix, limit: MAX_COVERAGE_ENTRIES });
  const cited = rows.map(
    ({ name, is_folder, memories, cited_files, total: _, ...citations }): CoverageEntry => {
      const kind = is_folder ? "folder" : "file";
      const files = is_folder ? tree && (tree.folders.get(name) ?? 0) : tree && 1;
      return { name, path: `${prefix}${name}`, kind, memories, cited_files, files, citations };
    },
  );
  const known = new Set(rows.filter((row) => row.is_folder).map(({ name }) => name));
  const uncited = [...(tree?.folders ?? [])].filter(([name]) => !known.has(name));
  return {
    items: [
      ...cited,
      ...uncited.map(
        ([name, files]): CoverageEntry => ({
          name,
          path: `${prefix}${name}`,
          kind: "folder",
          memories: 0,
          cited_files: 0,
          files,
          citations: noCitations(),
        }),
      ),
    ].slice(0, MAX_COVERAGE_ENTRIES),
    total: (rows[0]?.total ?? 0) + uncited.length,
    cited_files: rows.reduce((sum, row) => sum + row.cited_files, 0),
    files: tree?.files ?? null,
  };
}

/** How many files a folder holds, itself and all below it, and each folder directly below it. */
export type FolderFiles = { files: number; folders: ReadonlyMap<string, number> };

const LONGEST_BY_DAY = 31;

/** How citations came to fail and to hold, in the days (or weeks from Monday) that end with the present one, in UTC. */
export async function driftOverTime(
  db: Db,
  {
    organization_id,
    repository_id,
    days,
    now,
  }: Tenant & {
    /** null: of all repositories. */
    repository_id: string | null;
    days: number;
    now: Date;
  },
): Promise<DriftPoint[]> {
  const bucket = days <= LONGEST_BY_DAY ? "day" : "week";
  const step = bucket === "day" ? 1 : 7;
  const periods = Math.ceil(days / step);
  const first = stepBucket(bucket, startOfBucket(bucket, now), 1 - periods).getTime();
  const rows = await sumDrift(db, { organization_id, repository_id, from: new Date(first), days: step });
  const growth = new Map(rows.map((row) => [row.at?.getTime() ?? null, row]));
  let failing = growth.get(null)?.failing ?? 0;
  let known = growth.get(null)?.known ?? 0;
  return Array.from({ length: periods }, (_, index): DriftPoint => {
    const from = first + index * step * DAY_MS;
    const row = growth.get(from);
    failing += row?.failing ?? 0;
    known += row?.known ?? 0;
    return {
      from: new Date(from).toISOString(),
      to: new Date(from + step * DAY_MS).toISOString(),
      turned: row?.turned ?? 0,
      recovered: row?.recovered ?? 0,
      failing,
      known,
    };
  });
}

export async function listVerdictChanges(
  db: Db,
  {
    organization_id,
    repository_id,
    agent,
    turned,
    cursor,
    limit,
    ...period
  }: Tenant &
    Paging & {
      repository_id: string;
      /** The agent that asks; null: a person. */
      agent: string | null;
      turned?: VerdictChange["turned"];
      after?: string;
      before?: string;
    },
): Promise<Page<VerdictChange>> {
  const { rows, total } = await findVerdictChanges(db, {
    organization_id,
    repository_id,
    agent,
    ...period,
    failing: turned === undefined ? undefined : turned === "failing",
    cursor: positionOf(cursor),
    limit: limit + 1,
  });
  const checks = await checksByIds(db, { organization_id, ids: rows.map(({ id }) => id) });
  const cited = await db.citation.findMany({
    where: { organization_id, id: { in: [...new Set(rows.map(({ citation_id }) => citation_id))] } },
    include: withRepository,
  });
  const citations = new Map(cited.map((row) => [row.id, toCitation(row)]));
  const items = rows.flatMap(({ id, citation_id, failing }) => {
    const check = checks.get(id);
    const citation = citations.get(citation_id);
    if (check && citation)
      return [{ check, citation, turned: failing ? ("failing" as const) : ("holding" as const) }];
    return [];
  });
  return toPage(items, limit, total, ({ check }) => ({ at: check.checked_at, id: check.id }));
}
