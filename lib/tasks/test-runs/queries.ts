import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";

/** A test that failed in a session and has not passed since. */
export type FailedInSession = {
  id: string;
  failure_id: string;
  test_name: string;
  command_sha256: string | null;
  at: Date;
};

type InSession = Tenant & { repository_id: string; session_id: string };

const MAX_FAILED = 500;

/** Tests that failed in a session and have not passed since, the latest first. */
export async function findFailedInSession(
  db: Db,
  { organization_id, repository_id, session_id }: InSession,
): Promise<FailedInSession[]> {
  const rows = await db.failure_occurrence.findMany({
    where: {
      organization_id,
      repository_id,
      session_id,
      source: "hook",
      passed_at: null,
      test_name: { not: null },
    },
    select: { id: true, failure_id: true, test_name: true, command_sha256: true, at: true },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: MAX_FAILED,
  });
  return rows.map(({ test_name, ...row }) => ({ ...row, test_name: test_name ?? "" }));
}
