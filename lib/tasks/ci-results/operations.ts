import { createHash } from "node:crypto";
import type { Db } from "@/lib/db/client";
import { enqueue } from "@/lib/jobs";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import type { OutputOf } from "@/lib/kernel/contract";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { resolveRepository } from "@/lib/memories";
import { defineCommand } from "@/lib/runtime/operation";
import { visibleTo } from "../access";
import * as contract from "../contract";
import { seenAt, taskNamed } from "../failures/named";
import { WHY_NOT_STORED } from "../failures/not-stored";
import * as passedQueries from "../failures/passed-queries";
import * as failureQueries from "../failures/queries";
import {
  attachSolution,
  holdFailures,
  type ReadFailure,
  readFailures,
  solutionBefore,
  storeOccurrence,
} from "../failures/record";
import { solutionEmbedJob } from "../jobs";
import * as ciQueries from "./queries";
import { readReport } from "./read-report";
import { ReportError, type TestResult } from "./test-result";

type Answer = OutputOf<typeof contract.ciResultsStore>;

type Failing = { test: TestResult; read: ReadFailure };

function readTests(report: string, format: contract.ReportFormat | undefined) {
  try {
    return readReport(report, format);
  } catch (error) {
    if (error instanceof ReportError) throw invalidField("/report", error.message);
    throw error;
  }
}

const count = (tests: readonly TestResult[], outcome: TestResult["outcome"]) =>
  tests.filter((test) => test.outcome === outcome).length;

type Run = {
  actor: Actor;
  repository_id: string;
  run: ciQueries.NewRun;
  task_record_id: string | null;
  now: Date;
};

/** Failing tests with the failure of each, which the transaction holds. */
async function storeFailing(
  db: Db,
  { actor, repository_id, run, task_record_id, now }: Run,
  failing: readonly (Failing & { failure_id: string })[],
): Promise<void> {
  for (const { test, read, failure_id } of failing)
    await storeOccurrence(db, {
      ...tenantOf({ actor }),
      repository_id,
      failure_id,
      read,
      actor: actorRef(actor),
      now,
      occurrence: {
        task_record_id,
        run_id: run.id,
        iteration: null,
        source: "ci",
        test_name: test.name,
        file_path: test.file,
        line: test.line,
        commit_sha: run.commit_sha,
        branch: run.branch,
        at: run.at,
      },
    });
}

type Passing = passedQueries.Run & { test_names: string[] };

/** Of a run's tests those that pass and failed before, as they are looked up. */
async function passingOf(
  db: Db,
  { actor, repository_id, run: { branch, at, commit_sha: commit } }: Run,
  tests: readonly TestResult[],
): Promise<Passing> {
  const tenant = tenantOf({ actor });
  const failing = await passedQueries.findFailingTests(db, { ...tenant, repository_id });
  const passed = new Set(tests.filter(({ outcome }) => outcome === "passed").map(({ name }) => name));
  const test_names = failing.filter((name) => passed.has(name));
  return { ...tenant, repository_id, branch, at, commit, test_names };
}

/** Solves the failures, of these that the transaction holds, whose tests all pass again, with the commit at which they do. */
async function solvePassed(db: Db, { actor, run, now }: Run, passing: Passing & { ids: readonly string[] }) {
  const tenant = tenantOf({ actor });
  const ids = await passedQueries.markPassed(db, passing);
  const failures = await failureQueries.failuresByIds(db, { ...tenant, ...visibleTo(actor), ids });
  for (const failure of failures) {
    const since = `Its tests pass since commit ${run.commit_sha.slice(0, 12)}.`;
    await attachSolution(db, {
      ...tenant,
      failure,
      solution: solutionBefore(since, failure),
      how: "ci",
      commit: run.commit_sha,
      actor: actorRef(actor),
      now: run.at < now ? run.at : now,
    });
  }
  return failures.map(({ id, signature }) => ({ failure_id: id, signature }));
}

/** Stores a run's failing tests, and solves what its passing ones had failed with. */
async function storeTests(
  db: Db,
  run: Run,
  { tests, failing }: { tests: readonly TestResult[]; failing: readonly Failing[] },
) {
  const { actor, repository_id } = run;
  const kept = failing.filter(({ read }) => read.error.not_stored === null);
  const passing = await passingOf(db, run, tests);
  const ids = await passedQueries.findPassing(db, passing);
  const held = await holdFailures(db, {
    ...tenantOf({ actor }),
    repository_id,
    reads: kept.map(({ read }) => read),
    ids,
    at: run.run.at,
  });
  const stored = kept.map((one, index) => ({ ...one, failure_id: held[index] ?? "" }));
  await storeFailing(db, run, stored);
  return { stored, solved: await solvePassed(db, run, { ...passing, ids }) };
}

export const ciResultsStore = defineCommand(contract.ciResultsStore, {
  load: ({ db, actor, input }) =>
    resolveRepository(db, { actor, reference: input.repository, pointer: "/repository" }),
  // Only a repository that the actor sees is loaded.
  authorize: "filtered",
  prepare: async ({ input, now }) => {
    const at = seenAt(input.run_at, { now: now(), pointer: "/run_at" });
    const { format, tests } = readTests(input.report, input.format);
    const failed = tests.filter(({ outcome }) => outcome === "failed");
    const kept = failed.slice(0, contract.MAX_FAILING);
    const reads = await readFailures(
      kept.map(({ output, name, file }) => ({
        output: output || "failed without a message",
        test_name: name,
        file_path: file ?? undefined,
      })),
    );
    const failing = kept.flatMap((test, index): Failing[] => {
      const read = reads[index];
      return read ? [{ test, read }] : [];
    });
    return { at, format, tests, failing, left_out: failed.length - kept.length };
  },
  write: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const { at, format, tests, failing, left_out } = prepared;
    const tenant = tenantOf({ actor });
    const digest = createHash("sha256").update(`${input.commit} ${input.report}`).digest("hex");
    const run: ciQueries.NewRun = {
      id: newId(),
      repository_id: subject.id,
      // Shards and tools report under the id of their one run: the report itself is part of what it is known by.
      run_id: input.run_id === undefined ? digest : `${input.run_id} ${digest}`,
      commit_sha: input.commit,
      branch: input.branch ?? null,
      format,
      tests: tests.length,
      failed: count(tests, "failed"),
      at,
    };
    if (!(await ciQueries.insertRun(db, { ...tenant, run }))) return answeredBefore(db, { actor, run });
    const task_record_id = await taskNamed(db, { actor, repository_id: subject.id, task_id: input.task_id });
    const here: Run = { actor, repository_id: subject.id, run, task_record_id, now: now() };
    const { stored, solved } = await storeTests(db, here, { tests, failing });
    const known = await failureQueries.failuresByIds(db, {
      ...tenant,
      ...visibleTo(actor),
      ids: [...new Set(stored.map(({ failure_id }) => failure_id))],
    });
    const byId = new Map(known.map((failure) => [failure.id, failure]));
    const answer: Answer = {
      stored: true,
      id: run.id,
      format,
      tests: tests.length,
      passed: count(tests, "passed"),
      failed: run.failed,
      skipped: count(tests, "skipped"),
      failures: stored.map(({ test, failure_id }) => ({
        test_name: test.name,
        failure_id,
        signature: byId.get(failure_id)?.signature ?? "",
        solution: byId.get(failure_id)?.solution ?? null,
      })),
      not_stored: failing.flatMap(({ test, read }) => {
        const reason = read.error.not_stored;
        return reason === null ? [] : [{ test_name: test.name, reason, detail: WHY_NOT_STORED[reason] }];
      }),
      left_out,
      solved,
    };
    await ciQueries.putAnswer(db, { ...tenant, id: run.id, answer });
    await enqueue(db, solutionEmbedJob, tenant, { key: tenant.organization_id });
    audit({ subject_id: run.id, detail: { failed: run.failed, solved: solved.length } });
    return answer;
  },
});

async function answeredBefore(
  db: Db,
  { actor, run: { repository_id, run_id } }: { actor: Actor; run: ciQueries.NewRun },
): Promise<Answer> {
  const before = await ciQueries.findAnswer(db, { ...tenantOf({ actor }), repository_id, run_id });
  if (!before)
    throw new AppError("conflict", "This report is being imported right now; try again in a moment.");
  return { ...before, stored: false, solved: [] };
}
