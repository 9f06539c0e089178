import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import type { OutputOf } from "@/lib/kernel/contract";
import { ciResultsStore } from "./contract";

type Answer = OutputOf<typeof ciResultsStore>;

export type NewRun = {
  id: string;
  repository_id: string;
  run_id: string;
  commit_sha: string;
  branch: string | null;
  format: string;
  tests: number;
  failed: number;
  at: Date;
};

/** Takes a report in unless it was before. @returns whether it is new; of two at once one is. */
export async function insertRun(
  db: Db,
  { organization_id, run }: Tenant & { run: NewRun },
): Promise<boolean> {
  const { count } = await db.ci_run.createMany({
    data: [{ ...run, organization_id, answer: {} }],
    skipDuplicates: true,
  });
  return count === 1;
}

/** What was answered when a report was taken in; null when it was not. */
export async function findAnswer(
  db: Db,
  { organization_id, repository_id, run_id }: Tenant & { repository_id: string; run_id: string },
): Promise<Answer | null> {
  const row = await db.ci_run.findFirst({
    where: { organization_id, repository_id, run_id },
    select: { answer: true },
  });
  const read = ciResultsStore.output.safeParse(row?.answer);
  return read.success ? read.data : null;
}

export async function putAnswer(
  db: Db,
  { organization_id, id, answer }: Tenant & { id: string; answer: Answer },
): Promise<void> {
  await db.ci_run.updateMany({ where: { organization_id, id }, data: { answer } });
}
