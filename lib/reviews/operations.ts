import { settingsOf } from "@/lib/access";
import { findRepositoryByName } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { enqueue } from "@/lib/jobs";
import { type Actor, actorRef, maySeeRepository } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { DAY_MS } from "@/lib/kernel/time";
import { defineOperation } from "@/lib/runtime/operation";
import { bucketsBetween, startOfBucket, stepBucket } from "./buckets";
import * as contract from "./contract";
import { breakdownOf, rulesOf, seriesOf } from "./effectiveness";
import { bodyHash, findingsOf, verdictOfEvaluation } from "./evaluation";
import { prepareReviewMemories, storeReviewMemories } from "./memories";
import { EVIDENCE_GREW, EVIDENCE_SETTLES_SECONDS } from "./signals";
import * as store from "./store";

const ofActor = ({ actor }: { actor: Actor }) => ({ organization_id: actor.organization_id });
const visibleTo = (actor: Actor) => ({ visible_repository_ids: actor.repository_ids });

const OLDEST = new Date(contract.OLDEST_REVIEW);

/** A moment of a filter. Nothing is older than OLDEST, and PostgreSQL has no year 0. */
function moment(time: string): Date;
function moment(time: string | undefined): Date | undefined;
function moment(time: string | undefined): Date | undefined {
  return time === undefined ? undefined : new Date(Math.max(Date.parse(time), OLDEST.getTime()));
}

/**
 * Where a period ends that is open or ends later: with the day of now, in UTC. Nothing is found in the future, and whole
 * days are counted already.
 */
function endOf(to: string | undefined, now: Date): Date {
  const end = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  const asked = moment(to);
  return asked === undefined || asked > end ? end : asked;
}

/** The repository that a field names, or null when it names none. */
async function findNamedRepository(
  { db, actor }: { db: Db; actor: Actor },
  name: string | undefined,
  pointer: string,
) {
  if (name === undefined) return null;
  const found = await findRepositoryByName(db, { ...ofActor({ actor }), name });
  if (!found)
    throw invalidField(pointer, `${name} is not registered; add the repository first, or leave it out`);
  return found;
}

async function loadFilteredRepository(context: {
  db: Db;
  actor: Actor;
  input: { repository?: string | undefined };
}) {
  return findNamedRepository(context, context.input.repository, "/repository");
}

const maySee = (actor: Actor, repository: { id: string } | null) =>
  maySeeRepository(actor, repository?.id ?? null);

// Evaluations ------------------------------------------------------------------------------------------------

/** Clocks of the agents' machines may be ahead by this much. */
const CLOCK_SKEW_MS = 60_000;

type Evaluated = NonNullable<Awaited<ReturnType<typeof store.findEvaluated>>>;

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
      `Round ${review.round} of ${review.workflow_id} was stored with another body; send this as the next round.`,
    );
  const memory_ids = [...findings.map((finding) => finding.memory_id), review.outcome_memory_id];
  return { review, findings, memory_ids: distinct(memory_ids), repeated: true };
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}

const reviewEvaluate = defineOperation(contract.reviewEvaluate, {
  load: async ({ db, actor, input, now }) => {
    if (input.reviewed_at !== undefined && Date.parse(input.reviewed_at) > now().getTime() + CLOCK_SKEW_MS)
      throw invalidField("/reviewed_at", "must not be in the future");
    const pointer = input.repository === undefined ? "/repo" : "/repository";
    const name = input.repository ?? input.repo;
    return {
      repository: await findNamedRepository({ db, actor }, name, pointer),
      evaluated: await store.findEvaluated(db, { ...ofActor({ actor }), ...input }),
    };
  },
  authorize: (actor, { repository }) => maySee(actor, repository),
  prepare: async ({ db, actor, input, subject }) => {
    if (subject.evaluated) return null;
    const review_id = newId();
    const items = findingsOf(input, newId);
    const { enabled, review_scope } = await settingsOf(db, ofActor({ actor }));
    const memories = enabled
      ? await prepareReviewMemories({
          review_id,
          evaluation: input,
          items,
          repository_id: subject.repository?.id ?? null,
          review_scope,
        })
      : [];
    return { review_id, items, memories };
  },
  handle: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const tenant = ofActor({ actor });
    const body_sha256 = bodyHash(input);
    const repeat = (evaluated: Evaluated) => {
      audit({ subject_id: evaluated.review.id, detail: { repeated: true } });
      return repeatedResult(evaluated, body_sha256);
    };
    if (subject.evaluated) return repeat(subject.evaluated);
    if (!prepared) throw new Error("a new evaluation was not prepared");

    const { review_id, items, memories } = prepared;
    const created_at = now();
    const said = input.reviewed_at === undefined ? created_at : new Date(input.reviewed_at);
    const reviewed_at = new Date(Math.min(said.getTime(), created_at.getTime()));
    const about = {
      repository_id: subject.repository?.id ?? null,
      skill: input.skill ?? null,
      agent: input.agent ?? null,
      developer: input.developer ?? null,
    };
    const isNew = await store.insertReview(db, {
      ...tenant,
      ...about,
      id: review_id,
      workflow_id: input.workflow_id,
      round: input.round,
      body_sha256,
      summary: input.summary,
      code_summary: input.code_summary ?? null,
      issue_summary: input.issue_summary ?? null,
      verdict: verdictOfEvaluation(input),
      reviewed_at,
      created_at,
    });
    if (!isNew) {
      const first = await store.findEvaluated(db, { ...tenant, ...input });
      if (!first) throw new AppError("conflict", "This evaluation was removed meanwhile; send it again.");
      return repeat(first);
    }

    const { memory_of, outcome_memory_id } = await storeReviewMemories(db, {
      ...tenant,
      actor: actorRef(actor),
      now: created_at,
      memories,
    });
    await store.insertFindings(db, {
      ...tenant,
      ...about,
      review_id,
      found_at: reviewed_at,
      created_at,
      findings: items.map(({ finding }) => ({ ...finding, memory_id: memory_of.get(finding.id) ?? null })),
    });
    if (outcome_memory_id !== null)
      await store.setOutcomeMemory(db, { ...tenant, review_id, memory_id: outcome_memory_id });

    if (items.some(({ finding }) => finding.disposition === "reject"))
      await enqueue(db, EVIDENCE_GREW, tenant, {
        key: actor.organization_id,
        delay_seconds: EVIDENCE_SETTLES_SECONDS,
      });
    const stored = await store.findEvaluated(db, { ...tenant, ...input });
    if (!stored) throw new Error("the evaluation that was just stored is not there");
    const result = { ...repeatedResult(stored, body_sha256), repeated: false };
    audit({
      subject_id: review_id,
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

const reviewList = defineOperation(contract.reviewList, {
  load: loadFilteredRepository,
  authorize: maySee,
  handle: ({ db, actor, input, subject }) =>
    store.listReviews(db, {
      ...ofActor({ actor }),
      ...visibleTo(actor),
      ...input,
      repository_id: subject?.id,
      reviewed_after: moment(input.reviewed_after),
      reviewed_before: moment(input.reviewed_before),
    }),
});

const reviewGet = defineOperation(contract.reviewGet, {
  load: async ({ db, actor, input }) => {
    const found = await store.findReview(db, { ...ofActor({ actor }), ...input });
    if (!found) throw new AppError("not_found", "This review does not exist.");
    return found;
  },
  authorize: (actor, { repository }) => maySee(actor, repository),
  handle: async ({ db, actor, input, subject }) => ({
    ...subject,
    findings: await store.findingsOfReview(db, { ...ofActor({ actor }), ...input }),
  }),
});

// Findings ---------------------------------------------------------------------------------------------------

const findingList = defineOperation(contract.findingList, {
  load: loadFilteredRepository,
  authorize: maySee,
  handle: ({ db, actor, input, subject }) =>
    store.listFindings(db, {
      ...ofActor({ actor }),
      ...visibleTo(actor),
      ...input,
      repository_id: subject?.id,
      found_after: moment(input.found_after),
      found_before: moment(input.found_before),
    }),
});

async function loadFinding(context: { db: Db; actor: Actor; input: { finding_id: string } }) {
  const found = await store.findFinding(context.db, {
    ...ofActor(context),
    finding_id: context.input.finding_id,
  });
  if (!found) throw new AppError("not_found", "This finding does not exist.");
  return found;
}

const findingGet = defineOperation(contract.findingGet, {
  load: loadFinding,
  authorize: (actor, { repository }) => maySee(actor, repository),
  handle: async ({ subject }) => subject,
});

const findingUpdate = defineOperation(contract.findingUpdate, {
  load: loadFinding,
  authorize: (actor, { repository }) => maySee(actor, repository),
  handle: async ({ db, actor, input, subject, audit }) => {
    const updated = await store.updateRuleCategory(db, { ...ofActor({ actor }), ...input });
    // Under another rule it would end that rule's evidence, at a time when no skill version took it up.
    if (!updated)
      throw new AppError(
        "conflict",
        "A skill version was made from this finding under its rule; it cannot be moved any more.",
      );
    audit({
      subject_id: subject.id,
      detail: { before: subject.rule_category, after: input.rule_category },
    });
    return { ...subject, rule_category: input.rule_category };
  },
});

// Rules ------------------------------------------------------------------------------------------------------

const ruleList = defineOperation(contract.ruleList, {
  load: loadFilteredRepository,
  authorize: maySee,
  handle: async ({ db, actor, input, subject, now }) => {
    const { skill, agent, developer, file_pattern } = input;
    const { high_rejection_rate, high_rejection_flagged } = await settingsOf(db, ofActor({ actor }));
    const thresholds = { high_rejection_rate, high_rejection_flagged };
    const rules = await rulesOf(
      db,
      {
        ...ofActor({ actor }),
        ...visibleTo(actor),
        repository_id: subject?.id,
        skill,
        agent,
        developer,
        file_pattern,
        from: moment(input.from) ?? OLDEST,
        to: endOf(input.to, now()),
      },
      thresholds,
    );
    return { items: rules.slice(0, input.limit), total: rules.length, thresholds };
  },
});

const DEFAULT_BUCKETS = 12;

const ruleSeries = defineOperation(contract.ruleSeries, {
  load: loadFilteredRepository,
  authorize: maySee,
  handle: async ({ db, actor, input, subject, now }) => {
    const { bucket, skill, agent, developer, file_pattern, rule_category, per_rule } = input;
    const to = endOf(input.to, now());
    const from =
      moment(input.from) ??
      stepBucket(bucket, startOfBucket(bucket, new Date(to.getTime() - 1)), 1 - DEFAULT_BUCKETS);
    const buckets = bucketsBetween(bucket, { from, to }, contract.MAX_BUCKETS);
    const [first] = buckets ?? [];
    const last = buckets?.at(-1);
    if (!buckets || !first || !last)
      throw invalidField(
        "/from",
        `must be before to and at most ${contract.MAX_BUCKETS} buckets of a ${bucket} before it; take longer buckets`,
      );
    const series = await seriesOf(db, {
      ...ofActor({ actor }),
      ...visibleTo(actor),
      repository_id: subject?.id,
      skill,
      agent,
      developer,
      file_pattern,
      rule_category,
      per_rule,
      bucket,
      buckets,
      most: contract.MAX_SERIES,
    });
    return { bucket, from: first.at.toISOString(), to: last.until.toISOString(), series };
  },
});

const ruleBreakdown = defineOperation(contract.ruleBreakdown, {
  load: loadFilteredRepository,
  authorize: maySee,
  handle: async ({ db, actor, input, subject, now }) => {
    const { by, skill, agent, developer, file_pattern, rule_category, limit } = input;
    const names =
      by === "repository"
        ? new Map(
            (await store.repositoryNames(db, ofActor({ actor }))).map(({ id, name }) => [id, name] as const),
          )
        : null;
    const broken = await breakdownOf(
      db,
      {
        ...ofActor({ actor }),
        ...visibleTo(actor),
        repository_id: subject?.id,
        skill,
        agent,
        developer,
        file_pattern,
        rule_category,
        by,
        from: moment(input.from) ?? OLDEST,
        to: endOf(input.to, now()),
        most: limit,
      },
      (part) => (part === null || names === null ? part : (names.get(part) ?? null)),
    );
    return { by, ...broken };
  },
});

export const operations = [
  reviewEvaluate,
  reviewList,
  reviewGet,
  findingList,
  findingGet,
  findingUpdate,
  ruleList,
  ruleSeries,
  ruleBreakdown,
];
