import { z } from "zod";
import {
  findOrganizationIds,
  isScopeMigrated,
  jobActor,
  markScopeMigrated,
  pruneAuditPast,
  recordWork,
} from "@/lib/access";
import { transaction } from "@/lib/db/client";
import { findDatabaseFacts } from "@/lib/db/sql/server";
import { buildVectorIndex, countVectors, findVectorIndex, mayBuildVectorIndex } from "@/lib/db/sql/vectors";
import { defineJob } from "@/lib/jobs";
import { actorRef } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { log } from "@/lib/telemetry/log";
import { exampleJobs } from "./example/jobs";
import { purgePast } from "./retention/purge";
import { migrateScopes, SCOPE_MIGRATION } from "./scope-migration";

/** From so many vectors on, a search that compares all of them is slower than an index. */
const INDEXED_FROM = 5_000;

export const vectorIndexJob = defineJob({
  name: "vector_index",
  summary: "Build the vector index of the current embedder, or rebuild it on request",
  schema: z.object({ again: z.boolean().default(false) }),
  retry: { limit: 2, delay_seconds: 60 },
  expire_seconds: 6 * 3_600,
  schedule: { cron: "40 * * * *", data: {} },
  handle: async ({ again }, { db, ai: { embedder } }) => {
    if (!embedder) return;
    const index = await findVectorIndex(db, embedder);
    if (!again && index?.valid) return;
    if (!again && (await countVectors(db, { embedder_id: embedder.id })) < INDEXED_FROM) return;
    if (!(await mayBuildVectorIndex(db))) {
      log().warn(
        { embedder: embedder.id },
        "the vector index is due: run `casebook migrate`, which has the right to build it",
      );
      return;
    }
    const { embedded } = await findDatabaseFacts(db);
    const started = performance.now();
    await buildVectorIndex(db, { embedder, embedded });
    log().info({ embedder: embedder.id, ms: Math.round(performance.now() - started) }, "vector index built");
  },
});

export const scopeMigrationJob = defineJob({
  name: SCOPE_MIGRATION,
  summary: "Apply the current scope rules to memories stored before an upgrade, once for each organization",
  schema: z.object({}),
  retry: { limit: 5, delay_seconds: 60 },
  expire_seconds: 3_600,
  schedule: { cron: "10 * * * *", data: {}, at_start: true },
  handle: async (_, { db, now, signal }) => {
    for (const organization_id of await findOrganizationIds(db)) {
      if (await isScopeMigrated(db, { organization_id })) continue;
      const actor = actorRef(jobActor(organization_id, SCOPE_MIGRATION));
      const detail = await migrateScopes(db, { organization_id, actor, dry_run: false, now, signal });
      await transaction(db, async (tx) => {
        await markScopeMigrated(tx, { organization_id, now: now() });
        if (detail.changed > 0)
          await recordWork(tx, { organization_id, job: SCOPE_MIGRATION, detail, now: now() });
      });
      log().info({ organization_id, ...detail }, "memories brought under the present rules of scope");
    }
  },
});

export const retentionPurgeJob = defineJob({
  name: "retention_purge",
  summary:
    "Delete for good what is past each organization's retention period: deleted memories, sessions and conversation logs",
  schema: z.object({}),
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 3_600,
  schedule: { cron: "5 4 * * *", data: {} },
  poll_seconds: 15,
  handle: async (_, { db, now, signal }) => {
    for (const organization_id of await findOrganizationIds(db)) {
      // Without the server's key no checkpoint can be sealed: the audit stays then, and the rest goes all the same.
      await pruneAuditPast(db, { organization_id, now: now() }).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        log().warn({ organization_id, reason: error.message }, "the audit was not shortened");
      });
      const detail = await purgePast(db, { organization_id, now: now(), signal });
      if (detail.memories + detail.sessions + detail.conversations === 0) continue;
      await recordWork(db, { organization_id, job: retentionPurgeJob.name, detail, now: now() });
      log().info({ organization_id, ...detail }, "what was kept long enough was removed");
    }
  },
});

export const jobs = [vectorIndexJob, scopeMigrationJob, retentionPurgeJob, ...exampleJobs];
