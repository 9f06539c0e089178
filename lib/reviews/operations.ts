import { settingsOf } from "@/lib/access";
import { findRepositoryByName } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { type Actor, actorRef, maySeeRepository } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { DAY_MS } from "@/lib/kernel/time";
import { redactTexts } from "@/lib/memories";
import { defineOperation } from "@/lib/runtime/operation";
import { bucketsBetween, startOfBucket, stepBucket } from "./buckets";
import { ADDRESSED, moveToDisposition, moveToRules } from "./changes";
import * as contract from "./contract";
import { breakdownOf, rulesOf, seriesOf } from "./effectiveness";
import { bodyHash } from "./evaluation";
import { importOperations } from "./import-operations";
import { prepareEvaluation, storeEvaluations } from "./intake";
import { prepareReviewMemories } from "./memories";
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
    const settings = await settingsOf(db, ofActor({ actor }));
    return prepareEvaluation({ evaluation: input, repository_id: subject.repository?.id ?? null, settings });
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
    const [outcome] = await storeEvaluations(db, {
      ...tenant,
      actor: actorRef(actor),
      now: now(),
      prepared: [prepared],
    });
    const stored = await store.findEvaluated(db, { ...tenant, ...input });
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

/** The memories of a finding that becomes rejected; none while memory is off. */
async function memoriesOfRejection(
  context: { db: Db; actor: Actor },
  finding: contract.FindingDetail,
  reason: string | null,
) {
  const settings = await settingsOf(context.db, ofActor(context));
  if (!settings.enabled) return [];
  return prepareReviewMemories({
    review_id: finding.review_id,
    evaluation: { agent: finding.agent ?? undefined, developer: finding.developer ?? undefined },
    items: [{ finding: { ...finding, disposition: "reject", reason }, item: {} }],
    repository_id: finding.repository?.id ?? null,
    review_scope: settings.review_scope,
  });
}

const findingUpdate = defineOperation(contract.findingUpdate, {
  load: loadFinding,
  authorize: (actor, { repository }) => maySee(actor, repository),
  prepare: async ({ db, actor, input, subject }) => {
    const [redacted] = await redactTexts(input.reason === undefined ? [] : [{ text: input.reason }]);
    const reason = redacted?.text ?? null;
    const memories =
      input.disposition === "reject" && subject.disposition !== "reject"
        ? await memoriesOfRejection({ db, actor }, subject, reason ?? subject.reason)
        : [];
    return { reason, memories };
  },
  handle: async ({ db, actor, input, subject, prepared: { reason, memories }, now, audit }) => {
    const by = { ...ofActor({ actor }), ...visibleTo(actor), actor: actorRef(actor), now: now(), reason };
    const { rule_category, disposition } = input;
    const changed =
      disposition === undefined
        ? await moveToRules(db, {
            ...by,
            rules: new Map([[subject.id, { to: rule_category ?? subject.rule_category }]]),
          })
        : await moveToDisposition(db, {
            ...by,
            finding_id: subject.id,
            to: disposition,
            memories,
            ...(reason === null ? {} : { finding_reason: reason }),
          });
    if (changed.not_moved.some((each) => each.reason === ADDRESSED))
      throw new AppError(
        "conflict",
        "A skill version was made from this finding as it is; it cannot be changed any more.",
      );
    audit({
      subject_id: subject.id,
      detail:
        disposition === undefined
          ? { before: subject.rule_category, after: rule_category }
          : { before: subject.disposition, after: disposition },
    });
    const updated = await store.findFinding(db, { ...ofActor({ actor }), finding_id: subject.id });
    if (!updated) throw new AppError("not_found", "This finding does not exist.");
    return { ...updated, change_id: changed.change_id };
  },
});

const findingRecategorise = defineOperation(contract.findingRecategorise, {
  authorize: () => true,
  prepare: ({ input }) => redactTexts(input.reason === undefined ? [] : [{ text: input.reason }]),
  handle: async ({ db, actor, input, prepared: [redacted], now, audit }) => {
    const changed = await moveToRules(db, {
      ...ofActor({ actor }),
      ...visibleTo(actor),
      actor: actorRef(actor),
      now: now(),
      reason: redacted?.text ?? null,
      rules: new Map(input.finding_ids.map((id) => [id, { to: input.rule_category }])),
    });
    audit({
      ...(changed.change_id === null ? {} : { subject_id: changed.change_id }),
      detail: { after: input.rule_category, moved: changed.moved },
    });
    return changed;
  },
});

const findingChangeList = defineOperation(contract.findingChangeList, {
  load: loadFinding,
  authorize: (actor, { repository }) => maySee(actor, repository),
  handle: async ({ db, actor, input }) => ({
    items: await store.changesOfFinding(db, { ...ofActor({ actor }), ...input }),
  }),
});

const findingChangeUndo = defineOperation(contract.findingChangeUndo, {
  load: async ({ db, actor, input }) => {
    const changes = await store.findChange(db, { ...ofActor({ actor }), ...input });
    if (changes.length === 0) throw new AppError("not_found", "This change does not exist.");
    return changes;
  },
  // What the actor may not see is not moved, and reported so.
  authorize: () => true,
  prepare: async ({ db, actor, subject }) => {
    const [first] = subject;
    if (first?.field !== "disposition" || first.from !== "reject") return [];
    const finding = await store.findFinding(db, { ...ofActor({ actor }), finding_id: first.finding_id });
    return finding ? memoriesOfRejection({ db, actor }, finding, finding.reason) : [];
  },
  handle: async ({ db, actor, input, subject, prepared: memories, now, audit }) => {
    const by = {
      ...ofActor({ actor }),
      ...visibleTo(actor),
      actor: actorRef(actor),
      now: now(),
      reason: null,
      undoes: input.change_id,
    };
    const [first] = subject;
    const disposition = contract.dispositionSchema.safeParse(first?.from);
    const changed =
      first?.field === "disposition" && disposition.success
        ? await moveToDisposition(db, {
            ...by,
            finding_id: first.finding_id,
            to: disposition.data,
            memories,
            from: contract.dispositionSchema.parse(first.to),
          })
        : await moveToRules(db, {
            ...by,
            rules: new Map(subject.map(({ finding_id, from, to }) => [finding_id, { from: to, to: from }])),
          });
    audit({ subject_id: input.change_id, detail: { moved: changed.moved } });
    return changed;
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
  findingRecategorise,
  findingChangeList,
  findingChangeUndo,
  ruleList,
  ruleSeries,
  ruleBreakdown,
  ...importOperations,
];
