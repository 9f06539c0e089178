import { z } from "zod";
import {
  findOrganizationIds,
  findOrganizationsWithUses,
  findSilentChecks,
  jobActor,
  recordWork,
} from "@/lib/access";
import {
  openRun,
  REPOSITORY_NAMED,
  type RepositoryCheckRun,
  type RunRequest,
  SILENT_MS,
} from "@/lib/citations";
import { type Db, transaction } from "@/lib/db/client";
import { findTakenOutByChecks } from "@/lib/db/sql/suspicious-heads";
import { deleteTerms, findTermTotals, putTerms } from "@/lib/db/sql/term-statistics";
import { defineJob, enqueue, oneOrEveryOrganization, whileFull } from "@/lib/jobs";
import { actorRef } from "@/lib/kernel/actor";
import { idSchema } from "@/lib/kernel/ids";
import { log } from "@/lib/telemetry/log";
import { countAllUses } from "./feedback/usage-counts";
import { EXPIRED_AT_ONCE, expire } from "./lifecycle/expiry";
import { memoriesByIds } from "./memory/queries";
import { listRepositoryIds } from "./memory/rows";
import { memoryCiteMentionsAllJob, memoryCiteMentionsJob } from "./mentions/jobs";
import { SAFETY_VERSION } from "./safety/injection-rule-ids";
import { findScannedByOtherRules } from "./safety/queries";
import { scanMemories } from "./safety/scan";
import { attachPending } from "./store/attach";
import { memoryEmbedJob, memoryEmbedMissingJob } from "./store/embedding-jobs";
import { inferMissing } from "./triggers/missing";
import { clearFoundSecrets } from "./verification/found-secrets";
import { repositoriesOfOlderRules, setCheckedRules } from "./verification/suspicious-head-queries";
import { sweep } from "./verification/sweep";

export { memoryCiteMentionsJob, memoryEmbedJob, memoryEmbedMissingJob };

export const repositoryCheckJob = defineJob({
  name: "repository_check",
  summary: "Fetch a repository and check its citations at its newest commit, for the waiting runs",
  schema: z.object({ organization_id: idSchema, repository_id: idSchema }),
  retry: { limit: 3, delay_seconds: 10 },
  expire_seconds: 3_600,
  handle: async (data, context) => {
    const actor = actorRef(jobActor(data.organization_id, repositoryCheckJob.name));
    await sweep({ ...data, actor }, context);
  },
});

/**
 * Opens a run over a repository's citations and wakes a worker, in the caller's transaction; see `openRun`.
 */
export async function requestCheck(
  tx: Db,
  request: RunRequest,
): Promise<{ run: RepositoryCheckRun; opened: boolean } | null> {
  const answer = await openRun(tx, request);
  const { organization_id, repository_id } = request;
  if (answer?.opened)
    await enqueue(tx, repositoryCheckJob, { organization_id, repository_id }, { key: repository_id });
  return answer;
}

export const repositoryCheckResumeJob = defineJob({
  name: "repository_check_resume",
  summary: "Resume interrupted checks of repositories",
  schema: z.object({}),
  retry: { limit: 0, delay_seconds: 60 },
  expire_seconds: 60,
  schedule: { cron: "* * * * *", data: {} },
  poll_seconds: 15,
  handle: async (_, { db, now }) => {
    for (const silent of await findSilentChecks(db, { now: now(), silent_ms: SILENT_MS }))
      await enqueue(db, repositoryCheckJob, silent, { key: silent.repository_id });
  },
});

export const repositoryCheckAllJob = defineJob({
  name: "repository_check_all",
  summary: "Check every repository that was not checked within a day, or since its head changed",
  schema: z.object({}),
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 600,
  schedule: { cron: "15 2 * * *", data: {} },
  poll_seconds: 15,
  handle: async (_, { db, now }) => {
    for (const organization_id of await findOrganizationIds(db)) {
      const repository_ids = await listRepositoryIds(db, { organization_id });
      const requested_by = actorRef(jobActor(organization_id, repositoryCheckAllJob.name));
      for (const repository_id of repository_ids)
        await transaction(db, (tx) =>
          requestCheck(tx, {
            organization_id,
            repository_id,
            requested_by,
            cause: "nightly",
            now: now(),
          }),
        );
      log().info({ organization_id, repositories: repository_ids.length }, "nightly check enqueued");
    }
  },
});

/** Raised when checks come to judge or to keep otherwise: what they did before is then checked once more. */
const CHECK_RULES = 4;

export const repositoryCheckRulesJob = defineJob({
  name: "repository_check_rules",
  summary:
    "After an upgrade, check again the memories that checks, not people, had taken out of service, and clear what " +
    "checks found that holds a secret",
  schema: z.object({}),
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 600,
  schedule: { cron: "20 * * * *", data: {}, at_start: true },
  handle: async (_, { db, now, signal }) => {
    for (const organization_id of await findOrganizationIds(db)) {
      const requested_by = actorRef(jobActor(organization_id, repositoryCheckRulesJob.name));
      const older = await repositoriesOfOlderRules(db, { organization_id, rules: CHECK_RULES });
      for (const repository_id of older) {
        signal.throwIfAborted();
        const ids = { organization_id, repository_id };
        await clearFoundSecrets(db, { ...ids, signal });
        await transaction(db, async (tx) => {
          const memory_ids = await findTakenOutByChecks(tx, ids);
          if (memory_ids.length > 0)
            await requestCheck(tx, { ...ids, memory_ids, requested_by, cause: "rules", now: now() });
          await setCheckedRules(tx, { ...ids, rules: CHECK_RULES });
        });
      }
    }
  },
});

export const memoryExpireJob = defineJob({
  name: "memory_expire",
  summary:
    "Expire memories: old ones of low quality, never used ones, and those that a newer one says better",
  schema: z.object({}),
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 600,
  schedule: { cron: "10 3 * * *", data: {} },
  poll_seconds: 15,
  handle: async (_, { db, now, signal }) => {
    for (const organization_id of await findOrganizationIds(db)) {
      const actor = actorRef(jobActor(organization_id, memoryExpireJob.name));
      await whileFull({ size: EXPIRED_AT_ONCE, signal }, () =>
        transaction(db, async (tx) => {
          const at = now();
          const items = await expire(tx, { organization_id, actor, now: at });
          if (items.length > 0)
            await recordWork(tx, {
              organization_id,
              job: memoryExpireJob.name,
              detail: { expired: items.length },
              now: at,
            });
          return items.length;
        }),
      );
    }
  },
});

const LOOKED_OVER_AT_ONCE = 200;
const SERVABLE = ["active", "drifted", "expired", "quarantined"] as const;

export const memorySafetyJob = defineJob({
  name: "memory_safety",
  summary:
    "Scan memories with the current safety rules if only older rules scanned them, and quarantine what they find",
  schema: oneOrEveryOrganization,
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 3_600,
  schedule: { cron: "35 2 * * *", data: {} },
  handle: async ({ organization_id: only }, { db, now, signal }) => {
    for (const organization_id of await findOrganizationIds(db, only)) {
      const actor = actorRef(jobActor(organization_id, memorySafetyJob.name));
      const seen = new Set<string>();
      let held = 0;
      for (;;) {
        signal.throwIfAborted();
        const ids = await findScannedByOtherRules(db, {
          organization_id,
          safety_version: SAFETY_VERSION,
          statuses: SERVABLE,
          limit: LOOKED_OVER_AT_ONCE,
        });
        // What changed under its hands comes again, once.
        const fresh = ids.filter((id) => !seen.has(id));
        if (fresh.length === 0) break;
        for (const id of fresh) seen.add(id);
        const memories = await memoriesByIds(db, { organization_id, ids: fresh });
        const blocked = await scanMemories(db, {
          organization_id,
          memories,
          actor,
          now: now(),
          budget_ms: Number.POSITIVE_INFINITY,
        });
        held += blocked.size;
        log().info({ organization_id, scanned: fresh.length, blocked: blocked.size }, "memories scanned");
      }
      if (held > 0)
        await recordWork(db, {
          organization_id,
          job: memorySafetyJob.name,
          detail: { scanned: seen.size, taken_out_of_service: held },
          now: now(),
        });
    }
  },
});

/** From so many memories on, search weighs words by statistics; fewer are counted as they are searched. */
const COUNTED_FROM = 5_000;
const SAMPLE = 20_000;
const MOST_TERMS = 20_000;
/** The share by which an organization grows or shrinks before its words are counted again. */
const GROWTH = 0.1;

export const memoryTermsJob = defineJob({
  name: "memory_terms",
  summary: "Count in how many memories each word occurs, for searching large organizations",
  schema: oneOrEveryOrganization,
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 900,
  schedule: { cron: "25 * * * *", data: {} },
  poll_seconds: 15,
  handle: async ({ organization_id: only }, { db, now, signal }) => {
    for (const organization_id of await findOrganizationIds(db, only)) {
      signal.throwIfAborted();
      const { live, counted } = await findTermTotals(db, { organization_id });
      if (live < COUNTED_FROM) {
        if (counted !== null) await transaction(db, (tx) => deleteTerms(tx, { organization_id }));
        continue;
      }
      if (counted !== null && Math.abs(live - counted) < GROWTH * counted) continue;
      const every = Math.ceil(live / SAMPLE);
      await transaction(db, (tx) => putTerms(tx, { organization_id, every, most: MOST_TERMS, now: now() }));
    }
  },
});

const INFERRED_BATCH_SIZE = 500;

export const memoryTriggersJob = defineJob({
  name: "memory_triggers",
  summary: "Infer what older memories apply to",
  schema: oneOrEveryOrganization,
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 3_600,
  schedule: { cron: "50 * * * *", data: {}, at_start: true },
  handle: async ({ organization_id: only }, { db, signal }) => {
    for (const organization_id of await findOrganizationIds(db, only))
      await whileFull({ size: INFERRED_BATCH_SIZE, signal }, () =>
        inferMissing(db, { organization_id, limit: INFERRED_BATCH_SIZE }),
      );
  },
});

export const memoryAttachJob = defineJob({
  ...REPOSITORY_NAMED,
  summary: "Assign memories learned in unregistered repositories to those registered since",
  retry: { limit: 3, delay_seconds: 30 },
  expire_seconds: 900,
  // Beside the job of each registration, for what was learned in the very moment of it.
  schedule: { cron: "*/10 * * * *", data: {}, at_start: true },
  poll_seconds: 2,
  handle: async ({ organization_id: only }, { db, now, signal }) => {
    for (const organization_id of await findOrganizationIds(db, only)) {
      const actor = actorRef(jobActor(organization_id, REPOSITORY_NAMED.name));
      const attached = await attachPending(db, { organization_id, actor, now, signal });
      if (attached === 0) continue;
      await recordWork(db, { organization_id, job: REPOSITORY_NAMED.name, detail: { attached }, now: now() });
      log().info({ organization_id, attached }, "memories attached to their repository");
    }
  },
});

export const memoryUsesJob = defineJob({
  name: "memory_uses",
  summary: "Count uses of memories that a process wrote down and did not come to count",
  schema: z.object({}),
  retry: { limit: 0, delay_seconds: 30 },
  expire_seconds: 300,
  schedule: { cron: "* * * * *", data: {}, at_start: true },
  handle: async (_, { db, signal }) => {
    for (const organization_id of await findOrganizationsWithUses(db)) {
      signal.throwIfAborted();
      await countAllUses(db, { organization_id });
    }
  },
});

export const jobs = [
  memoryTriggersJob,
  memoryUsesJob,
  memoryAttachJob,
  memoryTermsJob,
  memoryEmbedJob,
  memoryEmbedMissingJob,
  memoryCiteMentionsJob,
  memoryCiteMentionsAllJob,
  repositoryCheckJob,
  repositoryCheckResumeJob,
  repositoryCheckAllJob,
  repositoryCheckRulesJob,
  memoryExpireJob,
  memorySafetyJob,
];
