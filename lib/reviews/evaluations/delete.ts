import type { Db } from "@/lib/db/client";
import { lockFindings } from "@/lib/db/sql/reviews";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { deleteMemories, redactTexts } from "@/lib/memories";
import { defineCommand } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { maySee } from "../findings/filters";
import { findingsOfMemories, findingsOfReview } from "../findings/queries";
import { forgetStored } from "../imports/queries";
import { deleteReviewRow, findReview, isEvidence, reviewsOfOutcome } from "./queries";

const TAKEN_BACK = "The review it was made from was taken back.";

/** The memories that are of this review alone: its outcome's, and of its findings those that no other rejected finding shares. */
async function ownMemories(
  tx: Db,
  {
    organization_id,
    review,
    findings,
  }: Tenant & { review: contract.Review; findings: readonly contract.Finding[] },
): Promise<string[]> {
  const memory_ids = findings.flatMap(({ memory_id }) => memory_id ?? []);
  const sharing = await findingsOfMemories(tx, { organization_id, memory_ids });
  const shared = new Set(
    sharing.filter(({ review_id }) => review_id !== review.id).map(({ memory_id }) => memory_id),
  );
  const own = [...new Set(memory_ids)].filter((id) => !shared.has(id));
  const { outcome_memory_id } = review;
  if (outcome_memory_id === null) return own;
  const reviews = await reviewsOfOutcome(tx, { organization_id, memory_id: outcome_memory_id });
  if (reviews > 1) return own;
  return [...own, outcome_memory_id];
}

export const reviewDelete = defineCommand(contract.reviewDelete, {
  load: async ({ db, actor, input: { review_id } }) => {
    const found = await findReview(db, { ...tenantOf({ actor }), review_id });
    if (!found) throw new AppError("not_found", "This review does not exist.");
    return found;
  },
  authorize: (actor, { repository }) => maySee(actor, repository),
  prepare: ({ input }) => redactTexts(input.reason === undefined ? [] : [{ text: input.reason }]),
  write: async ({ db, actor, subject: review, prepared: [redacted], now, audit }) => {
    const tenant = tenantOf({ actor });
    const of_review = { ...tenant, review_id: review.id };
    const seen = await findingsOfReview(db, of_review);
    await lockFindings(db, { ...tenant, finding_ids: seen.map(({ id }) => id) });
    const findings = await findingsOfReview(db, of_review);
    if (await isEvidence(db, of_review))
      throw new AppError(
        "conflict",
        "A proposal or a skill version rests on its findings, so the review cannot be taken back; correct its findings instead.",
      );
    const memory_ids = await ownMemories(db, { ...tenant, review, findings });
    await forgetStored(db, { ...of_review, because: `Its review was taken back by ${actor.name}.` });
    await deleteReviewRow(db, of_review);
    const memories = await deleteMemories(db, { actor, ids: memory_ids, reason: TAKEN_BACK, now: now() });
    const { workflow_id, round, counts } = review;
    audit({
      subject_id: review.id,
      detail: { workflow_id, round, counts, memories, reason: redacted?.text ?? null },
    });
    return { review_id: review.id, findings: findings.length, memory_ids };
  },
});
