import {
  findRepositoryById,
  type Matcher,
  openMatcher,
  openRepositorySource,
  type RepositorySource,
  readProbe,
  recheckProbe,
} from "@/lib/citations";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/errors";
import * as probeQueries from "./queries";
import { recordSearch } from "./record";

/** For one probe; a repository of ten thousand files takes half a minute the first time. */
const PROBE_LIMIT_MS = 120_000;
/** How often a probe is searched for whose rule is changed meanwhile. */
const ATTEMPTS = 3;

type Sweep = { organization_id: string; repository_id: string; commit: string };
type Tools = { db: Database; now: () => Date; signal: AbortSignal };

/**
 * Searches for every probe of a repository that has no result of this commit, reading the files that changed since its
 * last one. What cannot be searched keeps its result, with the problem. @returns how many were looked at.
 * @throws the signal's reason when it is aborted; AppError unavailable when the repository cannot be read.
 */
export async function sweepProbes(sweep: Sweep, { db, now, signal }: Tools): Promise<number> {
  const ids = await probeQueries.probesToCheck(db, sweep);
  if (ids.length === 0) return 0;
  const repository = await findRepositoryById(db, sweep);
  if (!repository) return 0;
  const { organization_id, commit } = sweep;
  const source = await openRepositorySource(db, { organization_id, repository });
  const mayReplace = (recorded: string) => replaces(source, { commit, recorded });
  let matcher = openMatcher(signal);
  try {
    for (const probe_id of ids) {
      signal.throwIfAborted();
      const whole = await checkOne({ sweep, probe_id, source, matcher, mayReplace }, { db, now, signal });
      if (whole) continue;
      // Files of a search that ended early may still be on their way.
      matcher.close();
      matcher = openMatcher(signal);
    }
  } finally {
    matcher.close();
  }
  return ids.length;
}

type One = {
  sweep: Sweep;
  probe_id: string;
  source: RepositorySource;
  matcher: Matcher;
  mayReplace: (recorded: string) => Promise<boolean>;
};

/** @returns false when the search came to no result. */
async function checkOne(
  { sweep, probe_id, source, matcher, mayReplace }: One,
  { db, now, signal }: Tools,
): Promise<boolean> {
  const { organization_id, commit } = sweep;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const stored = await probeQueries.findStoredProbe(db, { organization_id, probe_id });
    if (!stored) return true;
    const searched = await search({ stored, source, matcher, commit }, signal);
    if ("problem" in searched) {
      await probeQueries.recordProblem(db, { organization_id, basis: stored, problem: searched.problem });
      return false;
    }
    if (await recordSearch(db, { organization_id, stored, searched, mayReplace, now: now() })) return true;
  }
  return true;
}

async function search(
  {
    stored,
    source,
    matcher,
    commit,
  }: { stored: probeQueries.StoredProbe; source: RepositorySource; matcher: Matcher; commit: string },
  signal: AbortSignal,
) {
  const late = AbortSignal.timeout(PROBE_LIMIT_MS);
  try {
    const probe = readProbe(stored);
    const { findings, digest, checked_commit } = stored;
    const before = findings !== null && digest === probe.digest ? { commit: checked_commit, findings } : null;
    const limited = AbortSignal.any([signal, late]);
    return await recheckProbe({ source, matcher }, { probe, commit, before, signal: limited });
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) return { problem: `It took longer than ${PROBE_LIMIT_MS / 1000} s; name fewer files.` };
    if (error instanceof AppError) return { problem: error.message };
    throw error;
  }
}

/** As for citations: a result at the head may replace any, another one only what leads to its commit. */
async function replaces(
  source: RepositorySource,
  { commit, recorded }: { commit: string; recorded: string },
): Promise<boolean> {
  if (recorded === commit || (await source.headCommit().catch(() => null)) === commit) return true;
  return source.isAncestor?.(recorded, commit).catch(() => false) ?? false;
}
