import { findRepositoryById, verifyPlaces } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { groupBy } from "@/lib/kernel/group-by";
import { log } from "@/lib/telemetry/log";
import type { CitedNow, Pattern } from "../contract";

/** Of a search, so long is waited for git. */
const BUDGET_MS = 1_500;

type Cited = Pick<Pattern, "id" | "repository" | "path" | "line_start" | "line_end" | "commit_sha">;

/**
 * What became of the lines that patterns came from, at the head of their repositories; what cites none or cannot be read
 * in time is left out. @param budget_ms null: as long as it takes.
 */
export async function citedNow(
  db: Db,
  {
    organization_id,
    patterns,
    budget_ms = BUDGET_MS,
  }: Tenant & { patterns: readonly Cited[]; budget_ms?: number | null },
): Promise<Map<string, CitedNow>> {
  const found = new Map<string, CitedNow>();
  const placed = patterns.filter(({ path, repository }) => path !== null && repository !== null);
  const by_repository = groupBy(placed, ({ repository }) => repository?.id ?? "");
  const checks = [...by_repository].map(([repository_id, cited]) =>
    verifyIn(db, { organization_id, repository_id, cited, found }).catch((error: unknown) =>
      log().warn({ err: error, repository_id }, "the lines of patterns could not be followed"),
    ),
  );
  if (budget_ms === null) {
    await Promise.all(checks);
    return found;
  }
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise((resolve) => {
    timer = setTimeout(resolve, budget_ms);
  });
  await Promise.race([Promise.all(checks), deadline]).finally(() => clearTimeout(timer));
  return new Map(found);
}

async function verifyIn(
  db: Db,
  {
    organization_id,
    repository_id,
    cited,
    found,
  }: Tenant & { repository_id: string; cited: readonly Cited[]; found: Map<string, CitedNow> },
): Promise<void> {
  const repository = await findRepositoryById(db, { organization_id, repository_id });
  if (!repository) return;
  const citations = cited.map(({ path, line_start, line_end, commit_sha }) => ({
    path: path ?? "",
    line_start: line_start ?? 1,
    line_end: line_end ?? 1,
    ...(commit_sha !== null && { sha: commit_sha }),
  }));
  const { places } = await verifyPlaces(db, { organization_id, repository, citations });
  for (const [index, { id }] of cited.entries()) {
    const place = places[index];
    if (!place) continue;
    const { status, path, line_start, line_end, error } = place;
    found.set(id, { status, path, line_start, line_end, reason: error });
  }
}
