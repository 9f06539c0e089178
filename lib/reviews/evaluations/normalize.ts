import type { Db } from "@/lib/db/client";
import { insertFindingRows } from "@/lib/db/sql/reviews";
import { enqueue } from "@/lib/jobs";
import type { ActorRef } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { type Evaluation, type EvaluationItem, itemLists } from "../contract";
import type { Classifier } from "../rules/classifier";
import { UNCLASSIFIED } from "../rules/classify";
import { EVIDENCE_GREW, EVIDENCE_SETTLES_SECONDS } from "../rules/signals";
import { bodyHash, findingsOf, type NewFinding, verdictOfEvaluation } from "./evaluation";
import {
  prepareReviewMemories,
  type ReviewAuthor,
  type ReviewMemories,
  storeReviewMemories,
} from "./memories";
import * as evaluationsQueries from "./queries";
import { withoutSecrets } from "./redaction";

/** An evaluation without secrets, its items as findings, and the memories they make: ready for `storeEvaluations`. */
export type PreparedEvaluation = {
  review_id: string;
  evaluation: Evaluation;
  body_sha256: string;
  repository_id: string | null;
  items: { finding: NewFinding; item: EvaluationItem }[];
  memories: ReviewMemories;
};

type Settings = { enabled: boolean; review_scope: "organization" | "repository" };

/**
 * Makes an evaluation ready to be stored. While memory is off it makes no memories. No database; the network only for an embedder of an endpoint.
 * @param body_sha256 of the body as it came, when `evaluation` is no longer that.
 */
export async function prepareEvaluation(params: {
  evaluation: Evaluation;
  body_sha256?: string;
  /** Its texts are without secrets already. */
  redacted?: boolean;
  repository_id: string | null;
  settings: Settings;
  author: ReviewAuthor;
  /** Finds the rules of items whose caller names none. */
  classify: Classifier;
}): Promise<PreparedEvaluation> {
  const { repository_id, settings, author, classify } = params;
  const review_id = newId();
  const evaluation = params.redacted ? params.evaluation : await withoutSecrets(params.evaluation);
  const unfiled = itemLists.flatMap((list) =>
    evaluation[list].filter(({ rule_category }) => rule_category === undefined),
  );
  const rules = new Map((await classify(unfiled)).map((rule, at) => [unfiled[at], rule.rule_category]));
  const items = findingsOf(evaluation, newId, (item) => rules.get(item) ?? UNCLASSIFIED);
  const memories = settings.enabled
    ? await prepareReviewMemories({
        review_id,
        evaluation,
        items,
        repository_id,
        review_scope: settings.review_scope,
        author,
      })
    : [];
  const body_sha256 = params.body_sha256 ?? bodyHash(params.evaluation);
  return { review_id, evaluation, body_sha256, repository_id, items, memories };
}

/** What became of an evaluation: stored, there before with the same body, or there with another one. */
export type Stored = { review_id: string; outcome: "stored" | "repeated" | "differs"; memories: number };

/**
 * Stores evaluations in the caller's transaction, unless one of their workflow and round is there; the first of two wins.
 * Memories come before findings, always, so that two writers do not wait for each other in a circle. @returns one
 * outcome for each, in their order.
 */
export async function storeEvaluations(
  tx: Db,
  {
    organization_id,
    actor,
    now,
    prepared,
  }: { organization_id: string; actor: ActorRef; now: Date; prepared: readonly PreparedEvaluation[] },
): Promise<Stored[]> {
  const ids = await evaluationsQueries.insertReviews(tx, {
    organization_id,
    reviews: prepared.map((one) => reviewRow(one, now)),
  });
  const keyOf = ({ workflow_id, round }: Evaluation) => `${round} ${workflow_id}`;
  const fresh = prepared.filter(({ evaluation, review_id }) => ids.get(keyOf(evaluation))?.id === review_id);
  const { memory_of, outcome_of } = await storeReviewMemories(tx, {
    organization_id,
    actor,
    now,
    memories: fresh.flatMap(({ memories }) => memories),
  });
  await insertFindingRows(tx, {
    organization_id,
    rows: fresh.flatMap((one) => findingRows(one, { memory_of, now })),
  });
  for (const [review_id, memory_id] of outcome_of)
    await evaluationsQueries.setOutcomeMemory(tx, { organization_id, review_id, memory_id });
  if (fresh.some(({ evaluation }) => evaluation.items_rejected.length > 0))
    await enqueue(
      tx,
      EVIDENCE_GREW,
      { organization_id },
      { key: organization_id, delay_seconds: EVIDENCE_SETTLES_SECONDS },
    );
  return prepared.map(({ evaluation, review_id, body_sha256, memories }) => {
    const there = ids.get(keyOf(evaluation));
    if (!there) throw new Error("a review that was just stored is there");
    if (there.id === review_id) return { review_id, outcome: "stored", memories: memories.length };
    const outcome = there.body_sha256 === body_sha256 ? "repeated" : "differs";
    return { review_id: there.id, outcome, memories: 0 };
  });
}

function reviewRow({ review_id, repository_id, evaluation, body_sha256 }: PreparedEvaluation, now: Date) {
  return {
    id: review_id,
    repository_id,
    workflow_id: evaluation.workflow_id,
    round: evaluation.round,
    body_sha256,
    summary: evaluation.summary,
    code_summary: evaluation.code_summary ?? null,
    issue_summary: evaluation.issue_summary ?? null,
    verdict: verdictOfEvaluation(evaluation),
    developer: evaluation.developer ?? null,
    agent: evaluation.agent ?? null,
    skill: evaluation.skill ?? null,
    reviewed_at: reviewedAt(evaluation, now),
    created_at: now,
  };
}

const findingRows = (
  { review_id, repository_id, evaluation, items }: PreparedEvaluation,
  { memory_of, now }: { memory_of: ReadonlyMap<string, string>; now: Date },
) =>
  items.map(({ finding }) => ({
    ...finding,
    review_id,
    repository_id,
    memory_id: memory_of.get(finding.id) ?? null,
    skill: evaluation.skill ?? null,
    agent: evaluation.agent ?? null,
    developer: evaluation.developer ?? null,
    found_at: reviewedAt(evaluation, now),
    created_at: now,
  }));

/** Clocks of the agents' machines may be ahead; nothing is found in the future. */
function reviewedAt({ reviewed_at }: Evaluation, now: Date): Date {
  if (reviewed_at === undefined) return now;
  return new Date(Math.min(Date.parse(reviewed_at), now.getTime()));
}

/** How many items an evaluation has. */
export const itemCount = (evaluation: Evaluation): number =>
  itemLists.reduce((sum, list) => sum + evaluation[list].length, 0);
