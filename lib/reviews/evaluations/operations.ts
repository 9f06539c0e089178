import { settingsOf } from "@/lib/access";
import { actorRef, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import {
  findWritableRepository,
  loadFilteredRepository,
  maySee,
  moment,
  visibleTo,
} from "../findings/filters";
import * as findingsQueries from "../findings/queries";
import { classifierOf } from "../rules/classifier";
import * as evaluatedQueries from "./evaluated-queries";
import { bodyHash } from "./evaluation";
import { reviewAuthor } from "./memories";
import { prepareEvaluation, storeEvaluations } from "./normalize";
import * as evaluationsQueries from "./queries";

/** Clocks of the agents' machines may be ahead by this much. */
const CLOCK_SKEW_MS = 60_000;

type Evaluated = NonNullable<Awaited<ReturnType<typeof evaluatedQueries.findEvaluated>>>;

/**
 * The first result of an evaluation that was here before.
 * @throws AppError conflict when it had another body.
 */
function repeatedResult(
  { review, findings, body_sha256 }: Evaluated,
  given_sha256: string,
): contract.EvaluationResult {
  if (body_sha256 !== given_sha256)
    throw new AppError(
      "conflict",
      `Round ${review.round} of ${review.workflow_id} was stored with different content; send this as the next round.`,
    );
  const memory_ids = [...findings.map((finding) => finding.memory_id), review.outcome_memory_id];
  return { review, findings, memory_ids: distinct(memory_ids), repeated: true };
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}

export const reviewEvaluate = defineCommand(contract.reviewEvaluate, {
  load: async ({ db, actor, input, now }) => {
    if (input.reviewed_at !== undefined && Date.parse(input.reviewed_at) > now().getTime() + CLOCK_SKEW_MS)
      throw invalidField("/reviewed_at", "must not be in the future");
    const pointer = input.repository === undefined && input.repo !== undefined ? "/repo" : "/repository";
    const name = input.repository ?? input.repo;
    return {
      repository: await findWritableRepository({ db, actor }, name, pointer),
      evaluated: await evaluatedQueries.findEvaluated(db, { ...tenantOf({ actor }), ...input }),
    };
  },
  authorize: (actor, { repository }) => maySee(actor, repository),
  prepare: async ({ db, ai, actor, input, subject }) => {
    if (subject.evaluated) return null;
    const settings = await settingsOf(db, tenantOf({ actor }));
    return prepareEvaluation({
      evaluation: input,
      repository_id: subject.repository?.id ?? null,
      settings,
      author: reviewAuthor(actor),
      classify: await classifierOf(db, { ...tenantOf({ actor }), embedder: ai.embedder }),
    });
  },
  write: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const tenant = tenantOf({ actor });
    const body_sha256 = bodyHash(input);
    const repeat = (evaluated: Evaluated) => {
      audit({ subject_id: evaluated.review.id, detail: { repeated: true } });
      return repeatedResult(evaluated, body_sha256);
    };
    if (subject.evaluated) return repeat(subject.evaluated);
    if (!prepared) throw new Error("a new evaluation was not prepared");
    const [outcome] = await storeEvaluations(db, {
      ...tenant,
      actor: actorRef(actor),
      now: now(),
      prepared: [prepared],
    });
    const stored = await evaluatedQueries.findEvaluated(db, { ...tenant, ...input });
    if (!stored) throw new AppError("conflict", "This evaluation was removed meanwhile; send it again.");
    if (outcome?.outcome !== "stored") return repeat(stored);
    const result = { ...repeatedResult(stored, body_sha256), repeated: false };
    audit({
      subject_id: prepared.review_id,
      detail: {
        workflow_id: input.workflow_id,
        round: input.round,
        counts: result.review.counts,
        memories: result.memory_ids.length,
      },
    });
    return result;
  },
});

export const reviewList = defineQuery(contract.reviewList, {
  load: loadFilteredRepository,
  authorize: maySee,
  read: ({ db, actor, input, subject }) =>
    evaluationsQueries.listReviews(db, {
      ...tenantOf({ actor }),
      ...visibleTo(actor),
      ...input,
      repository_id: subject?.id,
      reviewed_after: moment(input.reviewed_after),
      reviewed_before: moment(input.reviewed_before),
    }),
});

export const reviewGet = defineQuery(contract.reviewGet, {
  load: async ({ db, actor, input }) => {
    const found = await evaluationsQueries.findReview(db, { ...tenantOf({ actor }), ...input });
    if (!found) throw new AppError("not_found", "This review does not exist.");
    return found;
  },
  authorize: (actor, { repository }) => maySee(actor, repository),
  read: async ({ db, actor, input, subject }) => ({
    ...subject,
    findings: await findingsQueries.findingsOfReview(db, { ...tenantOf({ actor }), ...input }),
  }),
});
