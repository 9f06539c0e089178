import type { Db } from "@/lib/db/client";
import { AppError, invalidField } from "@/lib/kernel/errors";
import type { Repository } from "../contract";
import { type RepositorySource, SourceError } from "../repositories/source";
import { openRepositorySource, unavailable } from "../repositories/sources";
import { type Before, type Examined, examine, ProbeIncompleteError } from "./examine";
import { Matcher, MatcherUnavailableError } from "./matcher";
import type { ProbePlace } from "./probe-schema";
import { type Probe, type ProbeSource, readProbe } from "./rule";
import { Turns } from "./turns";
import { type ProbeVerdict, verdictOf } from "./verdict";

/** For one file. A file of 1 MB takes about a second. */
const FILE_LIMIT_MS = 3_000;
/** Somebody waits for it. */
const TRIAL_LIMIT_MS = 30_000;
const AT_ONCE = 2;
const MAX_PLACES = 100;
const MAX_SKIPPED = 20;

const turns = new Turns(AT_ONCE);

export type ProbeResult = ProbeVerdict & {
  matches: number;
  support: number | null;
  files: number;
  places: ProbePlace[];
};

/** What was found, counted and judged. */
export function resultOf(probe: Probe, { findings, files }: Examined): ProbeResult {
  const matches = findings.reduce((sum, finding) => sum + finding.matches, 0);
  const support =
    probe.population === null ? null : findings.reduce((sum, finding) => sum + (finding.support ?? 0), 0);
  const counts = { matches, support, files };
  const places = findings.flatMap(({ path, places: of_file }) =>
    of_file.map((place) => ({ path, ...place })),
  );
  return { ...verdictOf(probe.expectation, counts), ...counts, places: places.slice(0, MAX_PLACES) };
}

export type Trial = { probe: Probe; examined: Examined; result: ProbeResult };

/**
 * Tries a probe on a repository at `ref` (default: the head of the default branch), within half a minute.
 * @throws AppError invalid_input with the field that is wrong; unavailable when the repository cannot be read, or this
 * server has no program of ast-grep.
 */
export async function tryProbe(
  db: Db,
  {
    organization_id,
    repository,
    ref,
    probe: written,
  }: {
    organization_id: string;
    repository: Repository;
    ref?: string | undefined;
    probe: ProbeSource;
  },
): Promise<Trial> {
  const probe = readProbe(written);
  const signal = AbortSignal.timeout(TRIAL_LIMIT_MS);
  try {
    const source = await openRepositorySource(db, { organization_id, repository });
    const commit = await source.resolveRef(ref);
    const examined = await turns.run(
      () =>
        withMatcher(signal, (matcher) =>
          examine({ source, matcher }, { probe, commit, before: null, signal }),
        ),
      signal,
    );
    return { probe, examined, result: resultOf(probe, examined) };
  } catch (error) {
    if (ref !== undefined && error instanceof SourceError && error.code === "unknown_ref")
      throw invalidField("/ref", `${error.message} Push it, or fetch the repository, and try again.`);
    throw publicError(error, { name: repository.name, signal });
  }
}

function publicError(error: unknown, { name, signal }: { name: string; signal: AbortSignal }): unknown {
  if (error instanceof ProbeIncompleteError) return invalidField("/rule", error.message);
  if (error instanceof MatcherUnavailableError)
    return new AppError("unavailable", error.message, { cause: error });
  if (signal.aborted && error === signal.reason)
    return invalidField(
      "/paths",
      `cover too much to be searched in ${TRIAL_LIMIT_MS / 1000} s; name fewer files`,
    );
  return unavailable(name, error);
}

/** A process that searches. Close it. */
export function openMatcher(signal?: AbortSignal): Matcher {
  return new Matcher({ limit_ms: FILE_LIMIT_MS, signal });
}

async function withMatcher<T>(signal: AbortSignal, work: (matcher: Matcher) => Promise<T>): Promise<T> {
  const matcher = openMatcher(signal);
  try {
    return await work(matcher);
  } finally {
    matcher.close();
  }
}

export type Sight = { examined: Examined; result: ProbeResult } | { problem: string };

/**
 * Searches for a probe at a commit, as a sweep does. `problem` says why nothing follows: what was found before stays.
 * @throws the signal's reason when it is aborted.
 */
export async function recheckProbe(
  { source, matcher }: { source: RepositorySource; matcher: Matcher },
  params: { probe: Probe; commit: string; before: Before | null; signal: AbortSignal },
): Promise<Sight> {
  try {
    const examined = await examine({ source, matcher }, params);
    return { examined, result: resultOf(params.probe, examined) };
  } catch (error) {
    if (params.signal.aborted) throw error;
    if (
      error instanceof ProbeIncompleteError ||
      error instanceof MatcherUnavailableError ||
      error instanceof SourceError ||
      error instanceof AppError
    )
      return { problem: error.message };
    throw error;
  }
}

export function skippedOf({ findings }: Examined) {
  const skipped = findings.flatMap(({ path, skipped: reason }) =>
    reason === null ? [] : [{ path, reason }],
  );
  return {
    skipped: skipped.slice(0, MAX_SKIPPED),
    skipped_files: skipped.length,
    files_with_errors: findings.filter(({ errors }) => errors).length,
  };
}
