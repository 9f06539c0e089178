import { createHash } from "node:crypto";
import type { Db } from "@/lib/db/client";
import { enqueue } from "@/lib/jobs";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import { visibleTo } from "../access";
import { markOccurrencesPassed } from "../failures/passed-queries";
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
import { describeEdits, readEdits, type SessionEdit } from "./edits";
import * as queries from "./queries";
import { readTestOutput, type TestRun } from "./read-output";

/** Failing tests of a run that are stored. */
const MAX_STORED = 20;

/** An edit and how long before the run it was made. */
export type AgedEdit = SessionEdit & { age_ms: number };

export type ReadTestRun = {
  run: TestRun;
  command_sha256: string;
  failing: { test: TestRun["failed"][number]; read: ReadFailure }[];
  edits: readonly AgedEdit[];
};

/** The same command but for white space, which people and agents vary. */
const hashOf = (command: string) =>
  createHash("sha256").update(command.trim().replace(/\s+/g, " ")).digest("hex");

/** Reads what a command printed as a run of tests, without writing anything; null where it is none. */
export async function readSessionRun({
  command,
  output,
  edits,
}: {
  command: string;
  output: string;
  edits: readonly AgedEdit[];
}): Promise<ReadTestRun | null> {
  const run = readTestOutput(output);
  if (!run) return null;
  // All that fail are compared with what failed before; the first of them are read and stored.
  const stored = run.failed.slice(0, MAX_STORED);
  const reads = await readFailures(
    stored.map(({ name, output: printed, file }) => ({
      output: printed || "failed without a message",
      test_name: name,
      file_path: file ?? undefined,
    })),
  );
  const failing = stored.flatMap((test, index) => {
    const read = reads[index];
    return read && read.error.not_stored === null ? [{ test, read }] : [];
  });
  return { run, command_sha256: hashOf(command), failing, edits: await readEdits(edits) };
}

type InSession = { actor: Actor; repository_id: string; session_id: string; now: Date };

/**
 * Stores the failing tests of a run, and solves those that failed before in the session and pass now by the edits between
 * the two runs. A test that passes without an edit is flaky: it is noted as passed, and nothing is said to have mended it.
 */
export async function recordSessionRun(
  tx: Db,
  { actor, repository_id, session_id, now, read }: InSession & { read: ReadTestRun },
): Promise<{ stored: number; solved: number }> {
  const tenant = tenantOf({ actor });
  const { run, command_sha256, failing, edits } = read;
  const before = await queries.findFailedInSession(tx, { ...tenant, repository_id, session_id });
  const passed = before.filter((one) => hasPassed(one, { run, command_sha256 }));
  const known = new Set(before.map(({ test_name }) => test_name));
  const fresh = failing.filter(({ test }) => !known.has(test.name));
  const held = await holdFailures(tx, {
    ...tenant,
    repository_id,
    reads: fresh.map(({ read: failure }) => failure),
    ids: passed.map(({ failure_id }) => failure_id),
    at: now,
  });
  const solved = await solve(tx, { actor, repository_id, session_id, now, passed, edits });
  for (const [index, { test, read: failure }] of fresh.entries())
    await storeOccurrence(tx, {
      ...tenant,
      repository_id,
      failure_id: held[index] ?? "",
      read: failure,
      actor: actorRef(actor),
      now,
      occurrence: {
        task_record_id: null,
        run_id: null,
        iteration: null,
        source: "hook",
        test_name: test.name,
        file_path: test.file,
        line: null,
        commit_sha: null,
        branch: null,
        session_id,
        command_sha256,
        at: now,
      },
    });
  if (fresh.length + solved > 0) await enqueue(tx, solutionEmbedJob, tenant, { key: tenant.organization_id });
  return { stored: fresh.length, solved };
}

/** Named as passed, or not among the failing ones of a whole run of the command that showed it failing. */
function hasPassed(
  { test_name, command_sha256: shown }: queries.FailedInSession,
  { run, command_sha256 }: { run: TestRun; command_sha256: string },
): boolean {
  if (run.failed.some(({ name }) => name === test_name)) return false;
  if (run.passed.some((name) => name === test_name || test_name.endsWith(` › ${name}`))) return true;
  return run.complete && shown === command_sha256;
}

async function solve(
  tx: Db,
  {
    actor,
    now,
    passed,
    edits,
  }: InSession & { passed: readonly queries.FailedInSession[]; edits: readonly AgedEdit[] },
): Promise<number> {
  if (passed.length === 0) return 0;
  const tenant = tenantOf({ actor });
  const since = new Map(passed.map(({ failure_id, at }) => [failure_id, at]));
  const ids = await markOccurrencesPassed(tx, { ...tenant, ids: passed.map(({ id }) => id), now });
  const failures = await failureQueries.failuresByIds(tx, { ...tenant, ...visibleTo(actor), ids });
  let solved = 0;
  for (const failure of failures) {
    const failed_at = since.get(failure.id) ?? now;
    const between = edits.filter(({ age_ms }) => now.getTime() - age_ms >= failed_at.getTime());
    if (between.length === 0) continue;
    const mended = `Its test passes since these edits of the same session: ${describeEdits(between)}`;
    await attachSolution(tx, {
      ...tenant,
      failure,
      solution: solutionBefore(mended, failure),
      how: "hook",
      commit: null,
      actor: actorRef(actor),
      now,
    });
    solved += 1;
  }
  return solved;
}
