/**
 * How truthfully citations are followed: the product's verdicts against the tracker's, over sampled citations of public
 * repositories, with the commit they were made at and with it gone.
 */
import {
  anchorAtCreation,
  blobsAt,
  type Cited,
  decodeSource,
  type Followed,
  followCitations,
  type LineTable,
  openLocal,
  type RepositorySource,
  SourceError,
} from "@/lib/citations";
import type { Place } from "./citations-git";
import type { TrueStatus } from "./citations-tracker";
import type { TrueCitation, TruePair, TrueRepository } from "./citations-truth";

export type Mode = "commit at hand" | "commit gone";
export type Judged = {
  repository: string;
  aside: boolean;
  from: string;
  to: string;
  distance: number;
  mode: Mode;
  wanted: TrueCitation;
  status: Followed["status"] | "unreachable";
  path: string | null;
  line_start: number | null;
  line_end: number | null;
  confidence: number | null;
  reason: string;
};

const holds = (status: string): boolean =>
  status === "unchanged" || status === "moved" || status === "renamed";
const HUNDRED_PERCENT = 100;

/** Every citation of a repository, judged in both modes. */
export async function judgeRepository(git_dir: string, repository: TrueRepository): Promise<Judged[]> {
  const source = await openLocal(git_dir);
  const judged: Judged[] = [];
  try {
    for (const pair of repository.pairs) {
      const prepared = await prepare(source, pair);
      for (const mode of ["commit at hand", "commit gone"] as const)
        judged.push(...(await judge(repository, pair, prepared, mode, source)));
    }
  } finally {
    await source.close();
  }
  return judged;
}

type Prepared = { cited: (Cited & { wanted: TrueCitation })[]; tables: Map<string, LineTable> };

/** What the product keeps of each citation when it is made. */
async function prepare(source: RepositorySource, pair: TruePair): Promise<Prepared> {
  const tables = new Map<string, LineTable>();
  const cited: Prepared["cited"] = [];
  for (const [index, wanted] of pair.citations.entries()) {
    const file = await source.readFile(pair.from, wanted.origin.path);
    const made = file?.bytes ? anchorAtCreation(decodeSource(file.bytes), wanted.origin) : null;
    if (!file || !made?.ok) throw new Error(`cannot be cited: ${JSON.stringify(wanted.origin)}`);
    tables.set(file.blob_oid, made.line_table);
    const { path } = wanted.origin;
    const { blob_oid } = file;
    cited.push({
      citation_id: String(index),
      path,
      commit_sha: pair.from,
      blob_oid,
      anchor: made.anchor,
      wanted,
    });
  }
  return { cited, tables };
}

async function judge(
  repository: TrueRepository,
  pair: TruePair,
  { cited, tables }: Prepared,
  mode: Mode,
  source: RepositorySource,
): Promise<Judged[]> {
  const seen = mode === "commit gone" ? await withoutCommit(source, pair) : source;
  const blobs = await blobsAt(seen, pair.to, [...new Set(cited.map(({ path }) => path))]);
  const changed = cited.filter(({ path, blob_oid }) => blobs.get(path) !== blob_oid);
  const storedTables = async (oids: readonly string[]) =>
    new Map(oids.flatMap((oid) => [[oid, tables.get(oid)] as const]).filter(isKept));
  const followed = await followCitations(seen, pair.to, { cited: changed, storedTables });
  return cited.map(({ citation_id, path, wanted }) => {
    const common = {
      repository: repository.name,
      aside: repository.aside,
      from: pair.from,
      to: pair.to,
      distance: pair.distance,
      mode,
      wanted,
    };
    const answer = followed.get(citation_id);
    if (answer instanceof Error)
      return {
        ...common,
        status: "unreachable",
        path: null,
        line_start: null,
        line_end: null,
        confidence: null,
        reason: answer.message,
      };
    if (!answer)
      return {
        ...common,
        ...wanted.origin,
        status: "unchanged",
        path,
        confidence: 1,
        reason: "the same blob",
      };
    const { status, line_start, line_end, confidence, reason, file } = answer;
    return { ...common, status, path: file?.path ?? null, line_start, line_end, confidence, reason };
  });
}

const isKept = (pair: readonly [string, LineTable | undefined]): pair is readonly [string, LineTable] =>
  pair[1] !== undefined;

/** The repository after a force-push and a collection: the old commit and every blob of it that is not in the new one. */
async function withoutCommit(source: RepositorySource, { to }: TruePair): Promise<RepositorySource> {
  const kept = new Set([...(await source.listFiles(to)).values()].map(({ oid }) => oid));
  const only = (commit: string): void => {
    if (commit !== to) throw new SourceError("unknown_ref", "The repository has no such commit.");
  };
  return {
    ...source,
    listFiles: async (commit) => {
      only(commit);
      return source.listFiles(commit);
    },
    readFile: async (commit, path) => {
      only(commit);
      return source.readFile(commit, path);
    },
    blobOid: async (commit, path) => {
      only(commit);
      return source.blobOid(commit, path);
    },
    readBlob: async (oid) => (kept.has(oid) ? source.readBlob(oid) : null),
    readBlobs: async (oids) => {
      const there = await source.readBlobs(oids.filter((oid) => kept.has(oid)));
      return new Map(oids.map((oid) => [oid, there.get(oid) ?? null]));
    },
    renamesBetween: async (from, target, by) => {
      only(from);
      return source.renamesBetween(from, target, by);
    },
    fileHistory: async (from, target) => {
      only(from);
      return (await source.fileHistory?.(from, target)) ?? null;
    },
    similarFiles: async (commit, table, most) => {
      only(commit);
      return (await source.similarFiles?.(commit, table, most)) ?? null;
    },
    filesWithText: async (commit, lines) => {
      only(commit);
      return source.filesWithText(commit, lines);
    },
  };
}

// Speed ------------------------------------------------------------------------------------------------------

export type SweepSpeed = {
  repository: string;
  commits: number;
  single_median_ms: number;
  single_p95_ms: number;
  /** Time of the processor, which other programs lengthen less than that of the clock; git's own is not in it. */
  single_p95_cpu_ms: number;
  singles: number;
  sweep_citations: number;
  sweep_changed: number;
  sweep_per_second: number;
  peak_megabytes: number;
};

const SWEEP = 3000;
const SWEEP_HEIGHT = 4;

/**
 * One citation checked at a time over the longest distance, each as if alone but with the source open; then one sweep
 * over 3,000 citations of another pair of commits. Reading and verdicts; no database.
 */
export async function measureSpeed(git_dir: string, repository: TrueRepository): Promise<SweepSpeed | null> {
  const far = repository.pairs.reduce((left, right) => (right.distance > left.distance ? right : left));
  const near = repository.pairs.find(({ to, distance }) => to !== far.to && distance >= LEAST_SWEEP_DISTANCE);
  if (!near) return null;
  const source = await openLocal(git_dir);
  try {
    const { cited, tables } = await prepare(source, far);
    const storedTables = async () => tables;
    const times: number[] = [];
    const cpu_times: number[] = [];
    for (const one of cited) {
      const start = performance.now();
      const used = process.cpuUsage();
      await checkAll(source, far.to, [one], storedTables);
      times.push(performance.now() - start);
      const { user, system } = process.cpuUsage(used);
      cpu_times.push((user + system) / 1000);
    }
    cpu_times.sort((left, right) => left - right);
    const many = await cite(source, near.from);
    const start = performance.now();
    const changed = await checkAll(source, near.to, many, storedTables);
    const seconds = (performance.now() - start) / 1000;
    times.sort((left, right) => left - right);
    return {
      repository: repository.name,
      commits: far.distance,
      single_median_ms: percentile(times, 50),
      single_p95_ms: percentile(times, 95),
      single_p95_cpu_ms: percentile(cpu_times, 95),
      singles: times.length,
      sweep_citations: many.length,
      sweep_changed: changed,
      sweep_per_second: many.length / seconds,
      peak_megabytes: process.resourceUsage().maxRSS / 1024,
    };
  } finally {
    await source.close();
  }
}

const LEAST_SWEEP_DISTANCE = 200;

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil((share / HUNDRED_PERCENT) * sorted.length) - 1)] ?? 0;

type StoredTables = Parameters<typeof followCitations>[2]["storedTables"];

/** What a check of the product does but for the database: answers how many were not settled by the blob's id. */
async function checkAll(
  source: RepositorySource,
  commit: string,
  cited: readonly Cited[],
  storedTables: StoredTables,
): Promise<number> {
  const blobs = await blobsAt(source, commit, [...new Set(cited.map(({ path }) => path))]);
  const changed = cited.filter(({ path, blob_oid }) => blobs.get(path) !== blob_oid);
  await followCitations(source, commit, { cited: changed, storedTables });
  return changed.length;
}

/** About 3,000 citations spread over the text files of a commit. */
async function cite(source: RepositorySource, commit: string): Promise<Cited[]> {
  const files = [...(await source.listFiles(commit))].filter(([, { kind }]) => kind === "file");
  const each = Math.ceil((2 * SWEEP) / files.length);
  const cited: Cited[] = [];
  for (const [path, { oid }] of files) {
    const bytes = await source.readBlob(oid);
    const decoded = bytes && decodeSource(bytes);
    if (decoded?.kind !== "text" || decoded.lines.length < SWEEP_HEIGHT) continue;
    const step = Math.max(1, Math.floor((decoded.lines.length - SWEEP_HEIGHT) / each));
    for (let row = 1; row + SWEEP_HEIGHT <= decoded.lines.length + 1 && cited.length < SWEEP; row += step) {
      const made = anchorAtCreation(decoded, { line_start: row, line_end: row + SWEEP_HEIGHT - 1 });
      if (!made.ok) continue;
      const citation_id = String(cited.length);
      cited.push({ citation_id, path, commit_sha: commit, blob_oid: oid, anchor: made.anchor });
    }
  }
  return cited;
}

// Figures ----------------------------------------------------------------------------------------------------

export type Share = { hits: number; of: number };
export type Accuracy = {
  citations: number;
  detected: Share;
  detected_decoys: Share;
  false_positives: Share;
  whitespace_kept: Share;
  relocated: Share;
  relocated_duplicates: Share;
  right_verdict: Share;
};

export function accuracyOf(judged: readonly Judged[]): Accuracy {
  const valid = judged.filter(({ wanted }) => holds(wanted.truth.status));
  const invalid = judged.filter(({ wanted }) => !holds(wanted.truth.status));
  const share = (all: readonly Judged[], hit: (one: Judged) => boolean): Share => ({
    hits: all.filter(hit).length,
    of: all.length,
  });
  return {
    citations: judged.length,
    detected: share(invalid, isDetected),
    detected_decoys: share(
      invalid.filter(({ wanted }) => wanted.truth.decoy),
      isDetected,
    ),
    false_positives: share(valid, (one) => !holds(one.status)),
    whitespace_kept: share(
      valid.filter(({ wanted }) => wanted.truth.whitespace),
      (one) => holds(one.status),
    ),
    relocated: share(valid, isRelocated),
    relocated_duplicates: share(
      valid.filter(({ wanted }) => wanted.truth.duplicate),
      isRelocated,
    ),
    right_verdict: share(judged, isRight),
  };
}

const isDetected = ({ status }: Judged): boolean => status === "edited" || status === "missing";

export function isRelocated({ status, wanted, path, line_start, line_end }: Judged): boolean {
  const { place } = wanted.truth;
  if (!place || !holds(status)) return false;
  return place.path === path && place.line_start === line_start && place.line_end === line_end;
}

export function isRight(one: Judged): boolean {
  const { status } = one.wanted.truth;
  return status === "invalid" ? isDetected(one) : status === one.status;
}

/** One line for each wrong verdict or place: coordinates and what was said, none of the code. */
export function formatMisses(judged: readonly Judged[]): string {
  const rows = judged
    .filter((one) => !isRight(one) || (holds(one.wanted.truth.status) && !isRelocated(one)))
    .map((one) => {
      const { origin, truth } = one.wanted;
      const flags = `${truth.whitespace ? "w" : ""}${truth.decoy ? "d" : ""}${truth.duplicate ? "u" : ""}`;
      const at = (place: Place | null) =>
        place ? `${place.path}:${place.line_start}-${place.line_end}` : "";
      const { path, line_start, line_end } = one;
      const said =
        path !== null && line_start !== null && line_end !== null ? { path, line_start, line_end } : null;
      return [
        one.mode,
        one.repository,
        one.from,
        one.to,
        one.distance,
        truth.status,
        one.status,
        flags,
        at(origin),
        at(truth.place),
        at(said),
        one.confidence ?? "",
        one.reason,
      ].join("\t");
    });
  const head =
    "mode\trepository\tfrom\tto\tcommits\ttruth\tverdict\tflags\tcited\ttrue place\tsaid place\tconfidence\treason";
  return `${[head, ...rows].join("\n")}\n`;
}

/** How often each true status got each verdict. */
export function confusionOf(judged: readonly Judged[]): Map<TrueStatus, Map<string, number>> {
  const matrix = new Map<TrueStatus, Map<string, number>>();
  for (const { wanted, status } of judged) {
    const row = matrix.get(wanted.truth.status) ?? new Map<string, number>();
    matrix.set(wanted.truth.status, row.set(status, (row.get(status) ?? 0) + 1));
  }
  return matrix;
}

export const percent = ({ hits, of }: Share): string =>
  of === 0 ? "–" : `${((HUNDRED_PERCENT * hits) / of).toFixed(2)} %`;
