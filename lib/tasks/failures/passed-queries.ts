import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Tenant } from "@/lib/kernel/actor";

export type Run = Tenant & { repository_id: string; branch: string | null; at: Date; commit: string };

/**
 * Occurrences of tests that did not pass since, of runs before this one and of other commits: a test that passes at the
 * commit where it failed is flaky, and nobody mended it. Of a branch those of that branch, or of none named.
 */
function failedBefore({ organization_id, repository_id, branch, at, commit }: Run) {
  const elsewhere = { OR: [{ commit_sha: null }, { commit_sha: { not: commit } }] };
  const on_branch = branch === null ? {} : { OR: [{ branch }, { branch: null }] };
  return {
    organization_id,
    repository_id,
    passed_at: null,
    at: { lt: at },
    AND: [elsewhere, on_branch],
  } satisfies Prisma.failure_occurrenceWhereInput;
}

/** The failures with occurrences of these tests, of which a run that passes says that they pass again. */
export async function findPassing(
  db: Db,
  { test_names, ...run }: Run & { test_names: readonly string[] },
): Promise<string[]> {
  const { organization_id } = run;
  if (test_names.length === 0) return [];
  const passed = await db.failure_occurrence.findMany({
    where: { ...failedBefore(run), organization_id, test_name: { in: [...test_names] } },
    select: { failure_id: true },
    distinct: ["failure_id"],
  });
  return passed.map(({ failure_id }) => failure_id);
}

/**
 * Notes that tests passed that had failed before, at the failures that the transaction holds: what fails meanwhile with
 * another error is for the next run that passes.
 * @returns those of them whose every occurrence of a test has passed since.
 */
export async function markPassed(
  db: Db,
  { test_names, ids, ...run }: Run & { test_names: readonly string[]; ids: readonly string[] },
): Promise<string[]> {
  const { organization_id, at, commit } = run;
  if (ids.length === 0) return [];
  await db.failure_occurrence.updateMany({
    where: {
      ...failedBefore(run),
      organization_id,
      failure_id: { in: [...ids] },
      test_name: { in: [...test_names] },
    },
    data: { passed_at: at, passed_commit: commit },
  });
  return withoutFailing(db, { organization_id, ids });
}

/**
 * Notes that these occurrences' tests passed.
 * @returns the failures among theirs of which no test is failing any more.
 */
export async function markOccurrencesPassed(
  db: Db,
  { organization_id, ids, now }: Tenant & { ids: readonly string[]; now: Date },
): Promise<string[]> {
  const where = { organization_id, id: { in: [...ids] } };
  await db.failure_occurrence.updateMany({ where, data: { passed_at: now } });
  const passed = await db.failure_occurrence.findMany({
    where,
    select: { failure_id: true },
    distinct: ["failure_id"],
  });
  return withoutFailing(db, { organization_id, ids: passed.map(({ failure_id }) => failure_id) });
}

/** Of these failures the unsolved ones of which no test is failing any more. */
async function withoutFailing(
  db: Db,
  { organization_id, ids }: Tenant & { ids: readonly string[] },
): Promise<string[]> {
  const still = await db.failure_occurrence.findMany({
    where: { organization_id, failure_id: { in: [...ids] }, passed_at: null, test_name: { not: null } },
    select: { failure_id: true },
    distinct: ["failure_id"],
  });
  const failing = new Set(still.map(({ failure_id }) => failure_id));
  const solvable = await db.failure.findMany({
    where: {
      organization_id,
      id: { in: ids.filter((id) => !failing.has(id)) },
      status: { in: ["open", "returned"] },
    },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return solvable.map(({ id }) => id);
}

/** Names of tests that failed and have not passed since, of these. */
export async function findFailingTests(
  db: Db,
  { organization_id, repository_id }: Tenant & { repository_id: string },
): Promise<string[]> {
  const rows = await db.failure_occurrence.findMany({
    where: { organization_id, repository_id, passed_at: null, test_name: { not: null } },
    select: { test_name: true },
    distinct: ["test_name"],
  });
  return rows.flatMap(({ test_name }) => test_name ?? []);
}
