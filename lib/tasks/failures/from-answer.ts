import type { Db } from "@/lib/db/client";
import { enqueue } from "@/lib/jobs";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import { solutionEmbedJob } from "../jobs";
import { type ReadFailure, readFailures, storeFailure } from "./record";

/** The error that the answer of an agent shows, which said that it had failed; null where none is recognised or kept. */
export async function readFailedAnswer(output: string): Promise<ReadFailure | null> {
  const [read] = await readFailures([{ output }]);
  if (!read?.error.is_known || read.error.not_stored !== null) return null;
  return read;
}

/** Stores it as an occurrence that a hook reported. */
export async function storeFailedAnswer(
  tx: Db,
  {
    actor,
    repository_id,
    read,
    now,
  }: { actor: Actor; repository_id: string | null; read: ReadFailure; now: Date },
): Promise<void> {
  const tenant = tenantOf({ actor });
  await storeFailure(tx, {
    ...tenant,
    repository_id,
    read,
    actor: actorRef(actor),
    now,
    occurrence: {
      task_record_id: null,
      run_id: null,
      iteration: null,
      source: "hook",
      test_name: null,
      file_path: null,
      line: null,
      commit_sha: null,
      branch: null,
      at: now,
    },
  });
  await enqueue(tx, solutionEmbedJob, tenant, { key: tenant.organization_id });
}
