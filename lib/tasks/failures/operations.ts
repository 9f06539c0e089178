import type { Db } from "@/lib/db/client";
import { countOccurrencesByDay, lockFailures } from "@/lib/db/sql/solution-figures";
import { dropSolutionVectors } from "@/lib/db/sql/solutions";
import { enqueue } from "@/lib/jobs";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { DAY_MS } from "@/lib/kernel/time";
import { findInjections, namedRepository, redactText } from "@/lib/memories";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import { assertMayChange, maySee, repositoryToWrite, visibleTo } from "../access";
import * as contract from "../contract";
import { solutionEmbedJob } from "../jobs";
import * as taskQueries from "../tasks/queries";
import { seenAt, taskNamed } from "./named";
import { WHY_NOT_STORED } from "./not-stored";
import * as failureQueries from "./queries";
import { attachSolution, readFailures, searchTextOf, storeFailure } from "./record";
import { searchFailures } from "./search";
import * as writeQueries from "./write-queries";

const seenBy = (actor: Actor) => ({ ...tenantOf({ actor }), ...visibleTo(actor) });

const unknownFailure = () => new AppError("not_found", "This failure does not exist.");

async function loadFailure({ db, actor, input }: { db: Db; actor: Actor; input: { failure_id: string } }) {
  const found = await failureQueries.findFailure(db, { ...seenBy(actor), id: input.failure_id });
  if (!found) throw unknownFailure();
  return found;
}

type Loaded = Awaited<ReturnType<typeof loadFailure>>;

/**
 * The failure as it is now, held until the transaction ends: who solves or reopens it at the same moment is done by then.
 * A test that passes meanwhile is no reason to refuse what somebody wrote; another person's solution is, and so is any to one
 * who takes the solution away.
 * @throws AppError conflict when its solution is another one than was read.
 */
async function holdAsRead(
  tx: Db,
  {
    actor,
    input,
    subject,
    writes,
  }: {
    actor: Actor;
    input: { failure_id: string; version?: number | undefined };
    subject: Loaded;
    writes: boolean;
  },
): Promise<Loaded> {
  await lockFailures(tx, { ...tenantOf({ actor }), ids: [subject.id] });
  const current = await loadFailure({ db: tx, actor, input });
  const harmless = writes && input.version === undefined && current.solved_how !== "hand";
  if (current.version === subject.version || harmless) return current;
  throw new AppError(
    "conflict",
    `The failure changed meanwhile; its version is ${current.version}. Read it again.`,
  );
}

/** For the audit: what was known of the solution that is gone with this change. Its text can be erased, so it is not kept. */
function replacedBy(
  solution: string | null,
  before: Pick<contract.Failure, "solution" | "solved_how" | "fix_commit" | "fixed_at">,
): Record<string, unknown> {
  const { solution: replaced, solved_how, fix_commit, fixed_at } = before;
  if (replaced === null || replaced === solution) return {};
  return { replaced: { characters: replaced.length, solved_how, fix_commit, fixed_at } };
}

/** A solution without secrets. @throws AppError invalid_input for text that gives agents orders. */
async function safeSolution(solution: string | undefined): Promise<string | null> {
  if (solution === undefined) return null;
  const [hit] = findInjections(solution);
  if (hit)
    throw invalidField(
      "/solution",
      `cannot be stored: it ${hit.reason}. Say what was wrong and what fixed it`,
    );
  return redactText(solution);
}

async function shownFailure(db: Db, actor: Actor, id: string): Promise<contract.Failure> {
  const [failure] = await failureQueries.failuresByIds(db, { ...seenBy(actor), ids: [id] });
  if (!failure) throw unknownFailure();
  return failure;
}

export const failureRecord = defineCommand(contract.failureRecord, {
  authorize: "filtered",
  prepare: async ({ db, actor, input, now }) => {
    const repository_id = await repositoryToWrite(db, { actor, repository: input.repository });
    const at = seenAt(input.at, { now: now(), pointer: "/at" });
    const [[read], solution] = await Promise.all([readFailures([input]), safeSolution(input.solution)]);
    if (!read) throw new Error("one output was read");
    return { repository_id, at, read, solution };
  },
  write: async ({ db, actor, input, prepared: { repository_id, at, read, solution }, now, audit }) => {
    const { not_stored } = read.error;
    if (not_stored !== null)
      return { stored: false, reason: not_stored, detail: WHY_NOT_STORED[not_stored], failure: null };
    const tenant = tenantOf({ actor });
    const by = actorRef(actor);
    const failure_id = await storeFailure(db, {
      ...tenant,
      repository_id,
      read,
      actor: by,
      now: now(),
      occurrence: {
        task_record_id: await taskNamed(db, { actor, repository_id, task_id: input.task_id }),
        run_id: null,
        iteration: input.iteration ?? null,
        source: "caller",
        test_name: input.test_name ?? null,
        file_path: input.file_path ?? null,
        line: input.line ?? null,
        commit_sha: input.commit ?? null,
        branch: input.branch ?? null,
        at,
      },
    });
    let detail: Record<string, unknown> = {};
    if (solution !== null) {
      const failure = await shownFailure(db, actor, failure_id);
      detail = replacedBy(solution, failure);
      await attachSolution(db, {
        ...tenant,
        failure,
        solution,
        how: "hand",
        commit: input.commit ?? null,
        actor: by,
        now: now(),
      });
    }
    await wakeEmbedding(db, actor);
    audit({ subject_id: failure_id, detail });
    return { stored: true, reason: null, detail: null, failure: await shownFailure(db, actor, failure_id) };
  },
});

async function wakeEmbedding(db: Db, actor: Actor): Promise<void> {
  const { organization_id } = actor;
  await enqueue(db, solutionEmbedJob, { organization_id }, { key: organization_id });
}

export const failureSolve = defineCommand(contract.failureSolve, {
  load: loadFailure,
  authorize: maySee,
  prepare: ({ actor, input, subject }) => {
    assertMayChange(actor, subject);
    return safeSolution(input.solution);
  },
  write: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const failure = await holdAsRead(db, { actor, input, subject, writes: true });
    const solution = prepared ?? input.solution;
    await attachSolution(db, {
      ...tenantOf({ actor }),
      failure,
      solution,
      how: "hand",
      commit: input.commit ?? null,
      actor: actorRef(actor),
      now: now(),
    });
    await wakeEmbedding(db, actor);
    audit({ subject_id: subject.id, detail: replacedBy(solution, failure) });
    return shownFailure(db, actor, subject.id);
  },
});

export const failureReopen = defineCommand(contract.failureReopen, {
  load: loadFailure,
  authorize: maySee,
  write: async ({ db, actor, input, subject, now, audit }) => {
    assertMayChange(actor, subject);
    const tenant = tenantOf({ actor });
    const failure = await holdAsRead(db, { actor, input, subject, writes: false });
    audit({ subject_id: failure.id });
    if (input.came_back) {
      if (failure.solution === null)
        throw new AppError(
          "conflict",
          "It has no solution that it could come back from; leave came_back out.",
        );
      await writeQueries.returnFailure(db, { ...tenant, id: failure.id, now: now() });
      return shownFailure(db, actor, failure.id);
    }
    await writeQueries.reopenFailure(db, {
      ...tenant,
      id: failure.id,
      search_text: searchTextOf({ ...failure, solution: null }),
    });
    await dropSolutionVectors(db, { ...tenant, searched: "failure", id: failure.id });
    audit({ detail: replacedBy(null, failure) });
    return shownFailure(db, actor, failure.id);
  },
});

const SOLVED = ["solved", "returned"] as const;

export const failureSearch = defineQuery(contract.failureSearch, {
  authorize: "filtered",
  records: true,
  read: async ({ db, actor, input, ai, now, effects }) => {
    const { repository, include_open, task_id, phase, ...asked } = input;
    const repository_id = await namedRepository(db, { actor, repository });
    const statuses = include_open ? contract.FAILURE_STATUSES : SOLVED;
    effects.onSent(({ items }) =>
      noteSearch(db, { actor, repository_id, task_id, phase, found: items.length, now: now() }),
    );
    return searchFailures(db, { ...asked, actor, repository_id, statuses, embedder: ai.embedder });
  },
});

/** Notes that an agent looked, for how often it helps. Of people nothing is recorded. */
export async function noteSearch(
  db: Db,
  {
    actor,
    repository_id = null,
    task_id,
    phase,
    found,
    now,
  }: {
    actor: Actor;
    repository_id?: string | null | undefined;
    task_id: string | undefined;
    phase: contract.Phase;
    found: number;
    now: Date;
  },
): Promise<void> {
  if (actor.kind !== "agent") return;
  const tenant = tenantOf({ actor });
  const task =
    task_id === undefined
      ? null
      : await taskQueries.findTaskByClientId(db, { ...tenant, repository_id, task_id });
  const task_record_id = task?.id ?? null;
  await taskQueries.insertSearch(db, { ...tenant, repository_id, task_record_id, phase, found, now });
}

export const failureList = defineQuery(contract.failureList, {
  authorize: "filtered",
  read: async ({ db, actor, input: { repository, ...rest } }) =>
    failureQueries.listFailures(db, {
      ...seenBy(actor),
      ...rest,
      repository_id: await namedRepository(db, { actor, repository }),
    }),
});

const MOST_ELSEWHERE = 20;

export const failureGet = defineQuery(contract.failureGet, {
  load: loadFailure,
  authorize: maySee,
  read: async ({ db, actor, subject, now }) => {
    const tenant = tenantOf({ actor });
    const today = Math.floor(now().getTime() / DAY_MS);
    const first = today - contract.TREND_DAYS + 1;
    const since = new Date(first * DAY_MS);
    const [occurrences, counted, same] = await Promise.all([
      failureQueries.findOccurrences(db, { ...tenant, failure_id: subject.id }),
      countOccurrencesByDay(db, { ...tenant, failure_id: subject.id, since }),
      failureQueries.findBySignatures(db, {
        ...seenBy(actor),
        signatures: [subject.signature],
        statuses: contract.FAILURE_STATUSES,
        limit: MOST_ELSEWHERE + 1,
      }),
    ]);
    const by_day = new Map(counted.map(({ day, occurrences: count }) => [day, count]));
    const trend = Array.from({ length: contract.TREND_DAYS }, (_, index) => {
      const day = new Date((first + index) * DAY_MS).toISOString().slice(0, 10);
      return { day, occurrences: by_day.get(day) ?? 0 };
    });
    const elsewhere = same.filter(({ id }) => id !== subject.id).slice(0, MOST_ELSEWHERE);
    return { ...subject, occurrences, trend, elsewhere };
  },
});
