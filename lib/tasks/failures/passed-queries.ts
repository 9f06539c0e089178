import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Tenant } from "@/lib/kernel/actor";

/** Occurrences of tests that did not pass since, of runs before `at`; of a branch those of that branch or of none named. */
const failedBefore = ({
  organization_id,
  repository_id,
  branch,
  at,
}: Tenant & {
  repository_id: string;
  branch: string | null;
  at: Date;
}): Prisma.failure_occurrenceWhereInput & {
  organization_id: string;
} => ({
  organization_id,
  repository_id,
  passed_at: null,
  at: { lt: at },
  ...(branch !== null && { OR: [{ branch }, { branch: null }] }),
});

/**
 * Notes that tests passed that had failed before.
 * @returns the failures whose every occurrence of a test has passed since.
 */
export async function markPassed(
  db: Db,
  {
    test_names,
    commit,
    ...run
  }: Tenant & {
    repository_id: string;
    branch: string | null;
    at: Date;
    test_names: readonly string[];
    commit: string;
  },
): Promise<string[]> {
  const { organization_id, at } = run;
  if (test_names.length === 0) return [];
  const where = { ...failedBefore(run), organization_id, test_name: { in: [...test_names] } };
  const passed = await db.failure_occurrence.findMany({
    where,
    select: { failure_id: true },
    distinct: ["failure_id"],
  });
  if (passed.length === 0) return [];
  await db.failure_occurrence.updateMany({ where, data: { passed_at: at, passed_commit: commit } });
  const ids = passed.map(({ failure_id }) => failure_id);
  const still = await db.failure_occurrence.findMany({
    where: { organization_id, failure_id: { in: ids }, passed_at: null, test_name: { not: null } },
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
