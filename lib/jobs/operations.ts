import { z } from "zod";
import { type JobRow, selectJob, selectJobs, updateJobToRetry } from "@/lib/db/sql/jobs";
import { AppError } from "@/lib/kernel/errors";
import { idSchema } from "@/lib/kernel/ids";
import { decodeCursor, toPage } from "@/lib/kernel/pagination";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "./contract";

const dataSchema = z.record(z.string(), z.unknown()).catch({});

/** Of a job's data only ids are shown: the rest may hold text that was redacted or restricted elsewhere. */
function subjectOf(data: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(dataSchema.parse(data)).flatMap(([name, value]) => {
      const id = idSchema.safeParse(value);
      if (name !== "organization_id" && id.success) return [[name, id.data]];
      return [];
    }),
  );
}

function toRecord(row: JobRow): contract.JobRecord {
  return {
    id: row.id,
    name: row.name,
    state: contract.jobStateSchema.parse(row.state),
    subject: subjectOf(row.data),
    attempts: row.started_on === null ? 0 : row.retry_count + 1,
    attempts_allowed: row.retry_limit + 1,
    error: row.error,
    created_at: row.created_on.toISOString(),
    started_at: row.started_on?.toISOString() ?? null,
    finished_at: row.completed_on?.toISOString() ?? null,
  };
}

const jobList = defineQuery(contract.jobList, {
  read: async ({ db, actor, input }) => {
    const { rows, total } = await selectJobs(db, {
      organization_id: actor.organization_id,
      states: input.state,
      after: input.cursor === undefined ? null : decodeCursor(input.cursor),
      limit: input.limit,
    });
    return toPage(rows.map(toRecord), input.limit, total, (job) => ({ at: job.created_at, id: job.id }));
  },
});

const jobRetry = defineCommand(contract.jobRetry, {
  load: async ({ db, actor, input }) => {
    const found = await selectJob(db, { organization_id: actor.organization_id, ...input });
    if (!found) throw new AppError("not_found", "This job does not exist; it may have been cleared away.");
    return found;
  },
  write: async ({ db, actor, input, subject, audit }) => {
    audit({ subject_id: subject.id, detail: { job: subject.name } });
    const retried = await updateJobToRetry(db, { organization_id: actor.organization_id, ...input });
    if (!retried)
      throw new AppError("conflict", `Only failed jobs are retried; this one is ${subject.state}.`);
    return toRecord(retried);
  },
});

export const operations = [jobList, jobRetry];
