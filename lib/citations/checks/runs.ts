import type { Db } from "@/lib/db/client";
import { countOfRun, lockRepository } from "@/lib/db/sql/repository-runs";
import type { ActorRef } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import type { CitationCounts, RepositoryCheckRun } from "../contract";
import * as repositoriesQueries from "../repositories/queries";
import * as runQueries from "./run-queries";

/** A run that has not said for so long that it works, does not: its worker was cut off. */
export const SILENT_MS = 60_000;

/** A run that failed so often is given up. */
const ATTEMPTS = 3;

type OfRepository = { organization_id: string; repository_id: string };

export type RunRequest = OfRepository & {
  cause: RepositoryCheckRun["cause"];
  /** The commit that was pushed. */
  commit?: string | null;
  /** Check also what is on record for the commit already. */
  everything?: boolean;
  /** Only the citations of these memories. */
  memory_ids?: readonly string[];
  requested_by: ActorRef;
  now: Date;
};

/**
 * Opens a run over a repository's citations, in the caller's transaction. At most one over the whole repository waits
 * and one is under way: a second request for the same commit adds nothing, and a newer commit takes the place of the
 * one that waits. One under way serves those who ask before it has read its commit, which may be older afterwards, and
 * the nightly check. @returns the run that will serve the request (`opened` when it was made for it); null when the
 * pushed commit is checked already, or the repository is gone.
 */
export async function openRun(
  tx: Db,
  request: RunRequest,
): Promise<{ run: RepositoryCheckRun; opened: boolean } | null> {
  const { organization_id, repository_id, cause, commit = null, memory_ids = [], now } = request;
  const { everything = false } = request;
  if (!(await lockRepository(tx, request))) return null;
  const open = await runQueries.findOpenRuns(tx, request);
  const whole = open.filter((run) => run.memory_ids.length === 0);
  const waiting = whole.find((run) => run.status === "waiting");
  const running = whole.find((run) => run.status === "running");
  const serves = (run: runQueries.OpenRun) => ({ run: run.run, opened: false });

  if (cause === "push" && commit !== null) {
    const repository = await repositoriesQueries.findRepositoryById(tx, request);
    if (repository?.checked_commit === commit && (await isAllChecked(tx, { ...request, commit })))
      return null;
    const same = [waiting, running].find(
      (run) => run?.commit_wanted === commit || run?.run.commit === commit,
    );
    if (same) return serves(same);
  } else if (memory_ids.length === 0) {
    // A run that waits takes the newest commit there is when it starts, whatever it was opened for.
    if (waiting) {
      if (everything) await runQueries.updateRun(tx, { organization_id, id: waiting.run.id, everything });
      return serves(waiting);
    }
    const isInTime = running?.commit_sha === null || cause === "nightly";
    if (running && isInTime && (running.everything || !everything)) return serves(running);
  }
  const replaced = memory_ids.length === 0 ? waiting : undefined;
  if (replaced)
    await runQueries.updateRun(tx, {
      organization_id,
      id: replaced.run.id,
      status: "superseded",
      finished_at: now,
    });
  const run = await runQueries.insertRun(tx, {
    organization_id,
    repository_id,
    cause,
    memory_ids,
    id: newId(),
    commit_wanted: commit,
    now,
    everything: everything || (replaced?.everything ?? false),
    requested_by: request.requested_by,
  });
  return { run, opened: true };
}

/** Whether every citation has a verdict of this commit. */
async function isAllChecked(tx: Db, params: OfRepository & { commit: string }): Promise<boolean> {
  const scope = { everything: false, stale_before: null, memory_ids: [] };
  return (await countOfRun(tx, { ...scope, ...params })) === 0;
}

/**
 * Takes the next run over a repository that nobody works on: one that waits, or one whose worker has fallen silent,
 * which goes on where it was. Null while another one is under way, or when there is none. Call it in a transaction.
 */
export async function claimRun(
  tx: Db,
  params: OfRepository & { now: Date },
): Promise<(runQueries.OpenRun & { claim: string }) | null> {
  const { organization_id, now } = params;
  if (!(await lockRepository(tx, params))) return null;
  const open = await runQueries.findOpenRuns(tx, params);
  // A sign of life from the future is of a clock that was set back since.
  const isAlive = ({ alive_at }: runQueries.OpenRun) =>
    alive_at !== null && Math.abs(now.getTime() - alive_at.getTime()) < SILENT_MS;
  if (open.some(isAlive)) return null;
  const next = open.find((run) => run.status === "running") ?? open[0];
  if (!next) return null;
  const claim = newId();
  await runQueries.updateRun(tx, {
    organization_id,
    id: next.run.id,
    claim,
    status: "running",
    alive_at: now,
    attempts: next.attempts + 1,
    started_at: next.run.started_at === null ? now : new Date(next.run.started_at),
  });
  return { ...next, claim, attempts: next.attempts + 1 };
}

export type Claimed = { organization_id: string; id: string; claim: string; now: Date };

/** Says that a run is alive, with how far it got. @returns false when somebody else has taken it over. */
export function advanceRun(
  tx: Db,
  params: Claimed & {
    commit_sha?: string | null;
    total?: number;
    done?: number;
    counts?: CitationCounts;
    cursor?: string;
  },
): Promise<boolean> {
  const { now, ...fields } = params;
  return runQueries.updateRun(tx, { ...fields, alive_at: now, of_claim: params.claim });
}

/** Ends a run. @returns false when somebody else has taken it over. */
export function endRun(
  tx: Db,
  {
    organization_id,
    id,
    claim,
    status,
    error,
    now,
  }: Claimed & { status: "done" | "failed"; error: string | null },
): Promise<boolean> {
  return runQueries.updateRun(tx, {
    organization_id,
    id,
    status,
    error,
    finished_at: now,
    alive_at: null,
    claim: null,
    of_claim: claim,
  });
}

/**
 * Gives a run back after its work was cut short, to go on where it was; one that failed too often ends.
 * @returns true when it waits for another attempt.
 */
export async function yieldRun(
  tx: Db,
  { organization_id, id, claim, attempts, error, now }: Claimed & { attempts: number; error: string | null },
): Promise<boolean> {
  const again = error === null || attempts < ATTEMPTS;
  await (again
    ? runQueries.updateRun(tx, {
        organization_id,
        id,
        of_claim: claim,
        claim: null,
        alive_at: null,
        error,
        // Being stopped is no failure.
        attempts: error === null ? attempts - 1 : attempts,
      })
    : endRun(tx, { organization_id, id, claim, status: "failed", error, now }));
  return again;
}
