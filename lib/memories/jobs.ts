import { z } from "zod";
import { findOrganizationIds, jobActor } from "@/lib/access";
import {
  checkCitations,
  findRepositoryById,
  markRepositoryChecked,
  refreshRepository,
} from "@/lib/citations";
import { transaction } from "@/lib/db/client";
import { listRepositoryIds } from "@/lib/db/sql/memories";
import { defineJob, enqueue, type JobContext } from "@/lib/jobs";
import { actorRef } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { idSchema } from "@/lib/kernel/ids";
import { log } from "@/lib/telemetry/log";
import { embedMemories, embedMissing } from "./embedding";
import { applyChecks, groupByMemory } from "./verification";

export const memoryEmbedJob = defineJob({
  name: "memory_embed",
  summary: "Embed one memory and link what it nearly repeats",
  schema: z.object({ organization_id: idSchema, memory_id: idSchema }),
  retry: { limit: 5, delay_seconds: 10 },
  expire_seconds: 60,
  handle: async ({ organization_id, memory_id }, { db, ai: { embedder }, now, signal }) => {
    if (embedder) await embedMemories(db, { organization_id, ids: [memory_id], embedder, now, signal });
  },
});

export const memoryEmbedMissingJob = defineJob({
  name: "memory_embed_missing",
  summary: "Embed every memory that has no vector of the current embedder",
  schema: z.object({
    organization_id: idSchema.optional().meta({ description: "Default: every organization" }),
  }),
  retry: { limit: 3, delay_seconds: 30 },
  expire_seconds: 3_600,
  schedule: { cron: "*/5 * * * *", data: {} },
  handle: async ({ organization_id: only }, { db, ai: { embedder }, now, signal }) => {
    if (!embedder) return;
    for (const organization_id of only === undefined ? await findOrganizationIds(db) : [only])
      await embedMissing(db, { organization_id, embedder, now, signal });
  },
});

/** Memories whose checks are recorded in one transaction. */
const MEMORIES_A_TRANSACTION = 100;

export const repositoryCheckJob = defineJob({
  name: "repository_check",
  summary: "Fetch a repository and check every citation into it at its newest commit",
  schema: z.object({ organization_id: idSchema, repository_id: idSchema }),
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 1_800,
  handle: async (data, context) => checkRepository(data, context),
});

async function checkRepository(
  { organization_id, repository_id }: { organization_id: string; repository_id: string },
  { db, now, signal }: JobContext,
): Promise<void> {
  try {
    await refreshRepository(db, { organization_id, repository_id, now: now() });
  } catch (error) {
    // The failed fetch is kept with the repository; what is here already can be checked all the same.
    if (!(error instanceof AppError)) throw error;
  }
  if (!(await findRepositoryById(db, { organization_id, repository_id }))) return;
  const { commit, results } = await checkCitations(db, { organization_id, repository_id, signal });
  const actor = actorRef(jobActor(organization_id, repositoryCheckJob.name));
  const memories = [...groupByMemory(results).values()];
  for (let start = 0; start < memories.length; start += MEMORIES_A_TRANSACTION) {
    signal.throwIfAborted();
    const some = memories.slice(start, start + MEMORIES_A_TRANSACTION).flat();
    await transaction(db, (tx) =>
      applyChecks(tx, {
        organization_id,
        actor,
        checks: [{ commit, results: some }],
        now: now(),
        routine: true,
      }),
    );
  }
  if (results.every(({ status }) => status !== "unreachable"))
    await markRepositoryChecked(db, { organization_id, repository_id, commit, now: now() });
}

export const repositoryCheckAllJob = defineJob({
  name: "repository_check_all",
  summary: "Have every repository of every organization checked",
  schema: z.object({}),
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 600,
  schedule: { cron: "15 2 * * *", data: {} },
  handle: async (_, { db }) => {
    for (const organization_id of await findOrganizationIds(db)) {
      const repository_ids = await listRepositoryIds(db, { organization_id });
      await transaction(db, async (tx) => {
        for (const repository_id of repository_ids)
          await enqueue(tx, repositoryCheckJob, { organization_id, repository_id }, { key: repository_id });
      });
      log().info({ organization_id, repositories: repository_ids.length }, "nightly check enqueued");
    }
  },
});

export const jobs = [memoryEmbedJob, memoryEmbedMissingJob, repositoryCheckJob, repositoryCheckAllJob];
