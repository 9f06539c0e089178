import {
  anchorAtCreation,
  blobsAt,
  type CitedCode,
  decodeSource,
  followAndJudge,
  openLocal,
  type RepositorySource,
} from "@/lib/citations";
import { prepare } from "./citations";
import type { TrueRepository } from "./citations-truth-file";
import { nearestRank } from "./statistics";

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
      single_median_ms: nearestRank(times, 0.5),
      single_p95_ms: nearestRank(times, 0.95),
      single_p95_cpu_ms: nearestRank(cpu_times, 0.95),
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

type StoredTables = Parameters<typeof followAndJudge>[2]["storedTables"];

/** What a check of the product does but for the database: answers how many were not settled by the blob's id. */
async function checkAll(
  source: RepositorySource,
  commit: string,
  cited: readonly CitedCode[],
  storedTables: StoredTables,
): Promise<number> {
  const blobs = await blobsAt(source, commit, [...new Set(cited.map(({ path }) => path))]);
  const changed = cited.filter(({ path, blob_oid }) => blobs.get(path) !== blob_oid);
  await followAndJudge(source, commit, { cited: changed, storedTables });
  return changed.length;
}

/** About 3,000 citations spread over the text files of a commit. */
async function cite(source: RepositorySource, commit: string): Promise<CitedCode[]> {
  const files = [...(await source.listFiles(commit))].filter(([, { kind }]) => kind === "file");
  const each = Math.ceil((2 * SWEEP) / files.length);
  const cited: CitedCode[] = [];
  for (const [path, { oid }] of files) {
    const bytes = await source.readBlob(oid);
    const decoded = bytes && decodeSource(bytes);
    if (decoded?.kind !== "text" || decoded.lines.length < SWEEP_HEIGHT) continue;
    const step = Math.max(1, Math.floor((decoded.lines.length - SWEEP_HEIGHT) / each));
    for (let row = 1; row + SWEEP_HEIGHT <= decoded.lines.length + 1 && cited.length < SWEEP; row += step) {
      const made = anchorAtCreation(decoded, { line_start: row, line_end: row + SWEEP_HEIGHT - 1 });
      if (!made.ok) continue;
      const citation_id = String(cited.length);
      cited.push({
        citation_id,
        path,
        commit_sha: commit,
        blob_oid: oid,
        anchor: made.anchor,
        signature: null,
        facts: [],
      });
    }
  }
  return cited;
}
