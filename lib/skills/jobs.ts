import { z } from "zod";
import { recordWork } from "@/lib/access";
import { findOrganizationIds } from "@/lib/access/unscoped";
import { transaction } from "@/lib/db/client";
import { defineJob, enqueue, type JobContext } from "@/lib/jobs";
import { idSchema } from "@/lib/kernel/ids";
import { EVIDENCE_GREW } from "@/lib/reviews";
import { log } from "@/lib/telemetry/log";
import { deliver, followDelivery, MAX_ATTEMPTS } from "./deliveries/delivery-attempt";
import { PULL_REQUEST_CLOSE } from "./deliveries/job-schema";
import { findOpenDeliveries } from "./deliveries/queries";
import { closePullRequest } from "./deliveries/supersede";
import type { DraftOccasion } from "./drafting/draft-plan";
import { planDrafts } from "./drafting/plan-drafts";
import { storeDrafts } from "./drafting/store-drafts";

export const skillDeliverJob = defineJob({
  name: "skill_deliver",
  summary: "Deliver an approved skill version to its file, a branch or a pull request",
  schema: z.object({ organization_id: idSchema, delivery_id: idSchema }),
  retry: { limit: MAX_ATTEMPTS - 1, delay_seconds: 10 },
  expire_seconds: 120,
  handle: (data, { db, now }) => deliver(db, { ...data, now: now() }),
});

const DRAFT = "proposal_draft";

export const proposalDraftJob = defineJob({
  name: DRAFT,
  summary: "Draft skill updates from the most rejected rules",
  schema: z.object({ organization_id: idSchema.nullable() }),
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 600,
  // Mondays, so that the week begins with what there is to decide.
  schedule: { cron: "0 5 * * 1", data: { organization_id: null } },
  handle: async ({ organization_id }, context) => {
    const { db } = context;
    if (organization_id === null) {
      const ids = await findOrganizationIds(db);
      await transaction(db, async (tx) => {
        for (const id of ids) await enqueue(tx, proposalDraftJob, { organization_id: id }, { key: id });
      });
      return;
    }
    await draftFor(organization_id, "asked", context);
  },
});

/** Drafts for every skill of an organization. The same evidence again changes nothing. */
async function draftFor(
  organization_id: string,
  occasion: DraftOccasion,
  { db, ai, now, signal }: JobContext,
): Promise<void> {
  const model = ai.language_model;
  const asked = { organization_id, model, embedder: ai.embedder, occasion, signal };
  const plan = await planDrafts(db, { ...asked, repository_ids: null, now: now() });
  await transaction(db, async (tx) => {
    // A model takes minutes to draft: a proposal waits from when it is stored.
    const at = now();
    const { proposals } = await storeDrafts(tx, { organization_id, plan, now: at });
    const changed = proposals.filter(({ outcome }) => outcome !== "unchanged");
    if (changed.length === 0) return;
    const detail = { proposal_ids: changed.map(({ id }) => id) };
    await recordWork(tx, { organization_id, job: DRAFT, detail, now: at });
  });
}

/** One waiting run for each organization, whatever number of evaluations asked for it. */
export const proposalConsiderJob = defineJob({
  ...EVIDENCE_GREW,
  summary: "Draft skill updates after new rejections, where a rule has crossed the threshold",
  retry: { limit: 3, delay_seconds: 30 },
  expire_seconds: 600,
  handle: ({ organization_id }, context) => draftFor(organization_id, "evidence", context),
});

/** Open deliveries that one run looks at in an organization. */
const MOST_FOLLOWED = 50;

export const deliveryFollowJob = defineJob({
  name: "delivery_follow",
  summary: "Check whether skill versions on branches and in pull requests were merged or closed",
  schema: z.object({ organization_id: idSchema.nullable(), delivery_id: idSchema.optional() }),
  retry: { limit: 3, delay_seconds: 30 },
  expire_seconds: 300,
  schedule: { cron: "*/10 * * * *", data: { organization_id: null } },
  handle: async ({ organization_id, delivery_id }, { db, now }) => {
    if (organization_id === null) {
      const ids = await findOrganizationIds(db);
      await transaction(db, async (tx) => {
        for (const id of ids) await enqueue(tx, deliveryFollowJob, { organization_id: id }, { key: id });
      });
      return;
    }
    if (delivery_id !== undefined) return followDelivery(db, { organization_id, delivery_id, now: now() });
    const open = await findOpenDeliveries(db, { organization_id, most: MOST_FOLLOWED });
    // One repository that cannot be asked must not keep the others from being looked at.
    for (const { id: delivery_id } of open)
      await followDelivery(db, { organization_id, delivery_id, now: now() }).catch((error: unknown) =>
        log().info({ err: error, delivery_id }, "a delivery could not be followed"),
      );
  },
});

export const pullRequestCloseJob = defineJob({
  ...PULL_REQUEST_CLOSE,
  summary: "Close the pull request of a skill version that a later one replaced; if GitHub fails, retry",
  retry: { limit: 5, delay_seconds: 30 },
  expire_seconds: 120,
  handle: (data, { db }) => closePullRequest(db, data),
});

export const jobs = [
  skillDeliverJob,
  proposalDraftJob,
  proposalConsiderJob,
  deliveryFollowJob,
  pullRequestCloseJob,
];
