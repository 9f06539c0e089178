import type { Db } from "@/lib/db/client";
import type { Actor, ActorRef } from "@/lib/kernel/actor";
import {
  mayStoreGlobally,
  type NewMemory,
  type PreparedMemory,
  prepareMemories,
  writeMemories,
} from "@/lib/memories";
import type { Evaluation, EvaluationItem } from "../contract";
import { type NewFinding, rejectionPatternOf, reviewOutcomeOf } from "./evaluation";

/** Memories of an evaluation, ready to be stored, each with the finding it was made from; null for the outcome's. */
export type ReviewMemories = { review_id: string; finding_id: string | null; memory: PreparedMemory }[];

/** In whose name the memories are stored, and whether that may reach the whole organization by itself. */
export type ReviewAuthor = Pick<ActorRef, "kind" | "name"> & { may_store_globally: boolean };

export const reviewAuthor = (actor: Actor): ReviewAuthor => ({
  kind: actor.kind,
  name: actor.name,
  may_store_globally: mayStoreGlobally(actor),
});

/**
 * How far memories made from a review reach: the whole organization where its `review_scope` says so, by whichever author;
 * else the repository. Without one it is the organization for people and for keys that may store for it, and for other keys
 * their agent alone.
 */
function reachOfReview(
  author: ReviewAuthor,
  { repository_id, review_scope }: { repository_id: string | null; review_scope: ReviewScope },
): "global" | "repository" | "agent" {
  if (review_scope === "organization") return "global";
  if (repository_id !== null) return "repository";
  if (author.may_store_globally) return "global";
  return "agent";
}

type ReviewScope = "organization" | "repository";

/**
 * What an evaluation teaches: a rejection pattern of each rejected finding, and its outcome when it says what the code
 * does. How far they reach: `reachOfReview`. No database, no network: call it outside the transaction.
 */
export async function prepareReviewMemories({
  review_id,
  evaluation,
  items,
  repository_id,
  review_scope,
  author,
}: {
  review_id: string;
  /** Without a workflow there is no outcome. */
  evaluation: Evaluation | Pick<Evaluation, "agent" | "developer">;
  items: readonly { finding: NewFinding; item: Pick<EvaluationItem, "evidence"> }[];
  repository_id: string | null;
  review_scope: ReviewScope;
  author: ReviewAuthor;
}): Promise<ReviewMemories> {
  const scope = reachOfReview(author, { repository_id, review_scope });
  const common = {
    scope,
    repository_id,
    // Whom such a memory reaches is the key's agent, and not whom the evaluation names.
    agent: scope === "agent" ? author.name : (evaluation.agent ?? null),
    agent_type: "reviewer",
    user: evaluation.developer ?? null,
  };
  const drafts: { finding_id: string | null; memory: NewMemory }[] = items
    .filter(({ finding }) => finding.disposition === "reject")
    .map(({ finding, item }) => ({
      finding_id: finding.id,
      memory: {
        ...common,
        ...rejectionPatternOf(finding, item.evidence),
        kind: "rejection_pattern",
        source: { kind: "finding", id: finding.id },
      },
    }));
  const outcome = "workflow_id" in evaluation ? reviewOutcomeOf(evaluation) : null;
  if (outcome)
    drafts.push({
      finding_id: null,
      memory: {
        ...common,
        ...outcome,
        kind: "review_outcome",
        source: { kind: "review", id: review_id },
      },
    });
  const prepared = await prepareMemories(drafts.map(({ memory }) => memory));
  return prepared.map((memory, index) => ({
    review_id,
    finding_id: drafts[index]?.finding_id ?? null,
    memory,
  }));
}

/** Stores them in the caller's transaction. Findings that teach the same share a memory. */
export async function storeReviewMemories(
  tx: Db,
  { memories, ...rest }: { organization_id: string; actor: ActorRef; now: Date; memories: ReviewMemories },
): Promise<{ memory_of: Map<string, string>; outcome_of: Map<string, string> }> {
  const memory_of = new Map<string, string>();
  const outcome_of = new Map<string, string>();
  if (memories.length === 0) return { memory_of, outcome_of };
  const stored = await writeMemories(tx, { ...rest, memories: memories.map(({ memory }) => memory) });
  for (const [index, { id }] of stored.entries()) {
    const from = memories[index];
    if (!from) continue;
    if (from.finding_id === null) outcome_of.set(from.review_id, id);
    else memory_of.set(from.finding_id, id);
  }
  return { memory_of, outcome_of };
}
