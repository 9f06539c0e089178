import { recordWork } from "@/lib/access";
import {
  advanceRun,
  type CitationCounts,
  checkCitations,
  claimRun,
  endRun,
  findRepositoryById,
  findUnchanged,
  markRepositoryChecked,
  noCitations,
  type OpenRun,
  type RepositoryCheckRun,
  refreshRepository,
  yieldRun,
} from "@/lib/citations";
import { type Database, type Db, transaction } from "@/lib/db/client";
import { countOfRun, nextOfRun, type RunScope } from "@/lib/db/sql/repository-runs";
import { deleteUndecided } from "@/lib/db/sql/suspicious-heads";
import type { JobContext } from "@/lib/jobs";
import type { ActorRef } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { DAY_MS } from "@/lib/kernel/time";
import { log } from "@/lib/telemetry/log";
import { sweepProbes } from "../probes/sweep";
import { followRestedOn } from "../supports/follow";
import { applyCurrentChecks, type Verified } from "./apply-checks";
import { type CleanChecks, withoutFoundSecrets } from "./found-secrets";
import { deleteHeld } from "./suspicious-head-queries";
import { type Brake, settleSweep } from "./suspicious-heads";

/** Memories that are checked and recorded together: a short transaction, and little in memory at once. */
const MEMORIES_AT_ONCE = 100;
/** Memories that are looked up together: which are due is found by going through all citations of the repository. */
const MEMORIES_LISTED = 2000;
/** Often enough that a run under way is never taken for one that was cut off. */
const ALIVE_EVERY_MS = 15_000;

/** How often memories are checked that others check at the same time; after that theirs counts. */
const ATTEMPTS = 3;

type Given = { organization_id: string; repository_id: string; actor: ActorRef };
type Claim = OpenRun & { claim: string };

/** Somebody else has taken the run over, because nothing was heard of us for long. */
class TakenOver extends Error {}

/**
 * Works off the runs over a repository that wait or were cut off, one after the other, until none is left or somebody
 * else is at it. Each run fetches the repository, then checks the citations memory by memory at its head, recording a
 * hundred memories in each transaction together with how far it got.
 * @throws the signal's reason when it is aborted, and what made a run fail; the run waits to go on then.
 */
export async function sweep(
  params: Given,
  context: Pick<JobContext, "db" | "now" | "signal">,
): Promise<void> {
  const { db, now, signal } = context;
  for (;;) {
    signal.throwIfAborted();
    const claimed = await transaction(db, (tx) => claimRun(tx, { ...params, now: now() }));
    if (!claimed) return;
    const { organization_id } = params;
    const held = { organization_id, id: claimed.run.id, claim: claimed.claim };
    const alive = setInterval(
      () => void advanceRun(db, { ...held, now: now() }).catch(() => {}),
      ALIVE_EVERY_MS,
    );
    const moves: Moves = new Map();
    try {
      await work(params, claimed, { ...context, moves });
    } catch (error) {
      if (error instanceof TakenOver) return;
      const stopped = signal.aborted;
      const reason =
        error instanceof AppError ? error.message : "It failed on the server; it has been logged.";
      const { attempts } = claimed;
      await yieldRun(db, { ...held, attempts, error: stopped ? null : reason, now: now() });
      throw error;
    } finally {
      clearInterval(alive);
      const record = { ...params, check_id: claimed.run.id, moves, now: now() };
      await recordMoves(db, record).catch((err: unknown) => {
        log().error({ err, repository_id: params.repository_id }, "a check was not recorded in the audit");
      });
    }
  }
}

/** How many memories went from one status to another: "active to invalid", 3. */
type Moves = Map<string, number>;

function countMoves(moves: Moves, verified: readonly Verified[]): void {
  for (const { was, status } of verified) {
    if (was === status) continue;
    const move = `${was} to ${status}`;
    moves.set(move, (moves.get(move) ?? 0) + 1);
  }
}

/** One entry of the audit for what a run took out of service and brought back, also of a run that was cut off. */
async function recordMoves(
  db: Database,
  {
    organization_id,
    repository_id,
    actor,
    check_id,
    moves,
    now,
  }: Given & { check_id: string; moves: Moves; now: Date },
): Promise<void> {
  if (moves.size === 0) return;
  await recordWork(db, {
    organization_id,
    job: actor.id,
    subject_id: repository_id,
    detail: { check_id, ...Object.fromEntries(moves) },
    now,
  });
}

/** One run under way: what it looks at, as whom, and how far it got. */
type Sweep = Given &
  Pick<JobContext, "db" | "now" | "signal"> & {
    held: { organization_id: string; id: string; claim: string };
    scope: RunScope;
    /** Null where the repository was never read. */
    commit: string | null;
    cursor: string | null;
    done: number;
    counts: CitationCounts;
    moves: Moves;
  };

async function work(
  of: Given,
  { run, claim, ...open }: Claim,
  context: Pick<JobContext, "db" | "now" | "signal"> & { moves: Moves },
): Promise<void> {
  const { organization_id, repository_id } = of;
  const { db, now, signal } = context;
  const fetched = await bringUpToDate(db, { organization_id, repository_id, now: now() }, open.commit_sha);
  const { commit } = fetched;
  const whole = open.memory_ids.length === 0;
  const sweep: Sweep = {
    ...of,
    ...context,
    commit,
    held: { organization_id, id: run.id, claim },
    scope: {
      organization_id,
      repository_id,
      commit,
      memory_ids: open.memory_ids,
      everything: !whole,
      stale_before: staleBefore(run, { everything: open.everything, now }),
    },
    cursor: null,
    done: 0,
    counts: noCitations(),
  };
  await begin(sweep, run, open);
  await recordUnchanged(sweep);
  await checkTheRest(sweep);
  await settle(sweep, whole);

  const { unreachable } = sweep.counts;
  const failed = sweep.done > 0 && unreachable === sweep.done;
  if (whole && commit !== null)
    await lookAtProbes({ organization_id, repository_id, commit }, { db, now, signal });
  // A citation that can never be read says nothing of the others, nor of what memories rest on.
  if (commit !== null && !failed)
    await followRestedOn(db, { organization_id, repository_id, commit, ...open, now: now(), signal });

  await transaction(db, async (tx) => {
    const error = fetched.error ?? (failed ? "The repository could not be read." : null);
    await hold(endRun(tx, { ...sweep.held, status: failed ? "failed" : "done", error, now: now() }));
    if (whole && commit !== null && unreachable === 0)
      await markRepositoryChecked(tx, { organization_id, repository_id, commit, now: now() });
  });
}

/** Goes on where the run was cut off. At another commit than before it starts over: the rest would be at two commits. */
async function begin(
  sweep: Sweep,
  run: RepositoryCheckRun,
  open: Pick<OpenRun, "commit_sha" | "cursor">,
): Promise<void> {
  const { db, now, held, scope, commit } = sweep;
  let { total } = run;
  if (open.commit_sha !== null && open.commit_sha === commit && total !== null) {
    sweep.cursor = open.cursor;
    sweep.done = run.done;
    sweep.counts = { ...run.counts };
  } else {
    await deleteUndecided(db, scope);
    total = await countOfRun(db, scope);
  }
  const { done, counts } = sweep;
  await hold(advanceRun(db, { ...held, commit_sha: commit, total, done, counts, now: now() }));
}

/** The memories of which no cited file has another content, many at a time. */
async function recordUnchanged(sweep: Sweep): Promise<void> {
  const { db, now, signal, held, scope, commit, counts } = sweep;
  if (commit === null || scope.everything) return;
  for (const portion of await findUnchanged(db, { ...scope, commit })) {
    signal.throwIfAborted();
    await transaction(db, async (tx) => {
      const recorded = await portion.record(tx, now());
      sweep.done += recorded;
      counts.unchanged += recorded;
      await hold(advanceRun(tx, { ...held, done: sweep.done, counts, now: now() }));
    });
  }
}

/** Memory by memory, each step recorded with how far the run got. */
async function checkTheRest(sweep: Sweep): Promise<void> {
  const { db, scope } = sweep;
  for (;;) {
    const due = await nextOfRun(db, { ...scope, after: sweep.cursor, limit: MEMORIES_LISTED });
    if (due.length === 0) return;
    await checkDue(sweep, due);
  }
}

/** Each step is recorded while the next one is checked: the database works while git and the parsers do. */
async function checkDue(sweep: Sweep, due: readonly string[]): Promise<void> {
  let next = startCheck(sweep, due.slice(0, MEMORIES_AT_ONCE));
  for (let start = 0; start < due.length; start += MEMORIES_AT_ONCE) {
    sweep.signal.throwIfAborted();
    const { memory_ids, checking } = next;
    const checked = await checking;
    const end = start + MEMORIES_AT_ONCE;
    if (end < due.length) next = startCheck(sweep, due.slice(end, end + MEMORIES_AT_ONCE));
    await recordStep(sweep, { memory_ids, checked });
  }
}

function startCheck(sweep: Sweep, memory_ids: readonly string[]) {
  const checking = check(sweep, memory_ids);
  // When the step before cannot be recorded, nobody waits for this one any more.
  checking.catch(() => undefined);
  return { memory_ids, checking };
}

async function recordStep(
  sweep: Sweep,
  { memory_ids, checked }: { memory_ids: readonly string[]; checked: CleanChecks },
): Promise<void> {
  const { db, now, held, counts } = sweep;
  const cursor = memory_ids.at(-1);
  for (const { status } of checked.results) counts[status] += 1;
  sweep.done += checked.results.length;
  sweep.cursor = cursor ?? sweep.cursor;
  const { verified, overtaken } = await transaction(db, async (tx) => {
    await hold(advanceRun(tx, { ...held, done: sweep.done, counts, cursor, now: now() }));
    return apply(tx, sweep, { checks: [checked], brake: "stage" });
  });
  countMoves(sweep.moves, verified);
  await record(sweep, overtaken, "stage");
}

/** Weighs what would take memories out of service, now that all of it is known. */
async function settle(sweep: Sweep, whole: boolean): Promise<void> {
  const { db, now, signal, organization_id, repository_id, actor } = sweep;
  const at = { organization_id, repository_id, commit: sweep.commit ?? "" };
  const weighed = await settleSweep(db, { ...at, whole, actor, now: now() });
  for (let start = 0; start < weighed.length; start += MEMORIES_AT_ONCE) {
    const memory_ids = weighed.slice(start, start + MEMORIES_AT_ONCE);
    signal.throwIfAborted();
    await record(sweep, memory_ids, "lifted");
    await deleteHeld(db, { ...at, memory_ids });
  }
}

async function check(
  { db, organization_id, repository_id, commit, signal }: Sweep,
  memory_ids: readonly string[],
): Promise<CleanChecks> {
  const ref = commit ?? undefined;
  return withoutFoundSecrets(
    await checkCitations(db, { organization_id, repository_id, memory_ids, signal, ref }),
  );
}

function apply(
  tx: Db,
  { organization_id, actor, now }: Sweep,
  params: { checks: readonly CleanChecks[]; brake: Brake },
) {
  return applyCurrentChecks(tx, { ...params, organization_id, actor, now: now(), routine: true });
}

/** Checks memories and records it; again where somebody else checked them meanwhile. */
async function record(sweep: Sweep, memory_ids: readonly string[], brake: Brake): Promise<void> {
  let left = memory_ids;
  for (let attempt = 1; left.length > 0 && attempt <= ATTEMPTS; attempt += 1) {
    const checks = [await check(sweep, left)];
    const applied = await transaction(sweep.db, (tx) => apply(tx, sweep, { checks, brake }));
    countMoves(sweep.moves, applied.verified);
    left = applied.overtaken;
  }
}

/** What was checked before counts as not checked: since the request for one that asks for everything. */
function staleBefore(
  run: RepositoryCheckRun,
  { everything, now }: { everything: boolean; now: () => Date },
): Date | null {
  if (everything) return new Date(run.created_at);
  return run.cause === "nightly" ? new Date(now().getTime() - DAY_MS) : null;
}

/** Probes take nothing out of service, so what goes wrong with them ends no check of citations. */
async function lookAtProbes(
  at: { organization_id: string; repository_id: string; commit: string },
  context: Pick<JobContext, "db" | "now" | "signal">,
): Promise<void> {
  try {
    await sweepProbes(at, context);
  } catch (error) {
    context.signal.throwIfAborted();
    log().warn({ err: error, ...at }, "probes could not be searched for");
  }
}

async function hold(change: Promise<boolean>): Promise<void> {
  if (!(await change)) throw new TakenOver("another worker goes on with this run");
}

/**
 * Fetches a repository and answers its head; a run that goes on keeps its commit. A fetch that fails is kept with the
 * repository, and what is here already can be checked all the same.
 */
async function bringUpToDate(
  db: Database,
  params: { organization_id: string; repository_id: string; now: Date },
  commit: string | null,
): Promise<{ commit: string | null; error: string | null }> {
  if (commit !== null) return { commit, error: null };
  try {
    const repository = await refreshRepository(db, params);
    return { commit: repository?.head_commit ?? null, error: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const repository = await findRepositoryById(db, params);
    return { commit: repository?.head_commit ?? null, error: error.message };
  }
}
