import type { CitationCounts, CoverageEntry, RepositoryEntry } from "@/lib/citations/contract";
import { type Proportion, wilson } from "@/lib/kernel/statistics";
import type { FolderFindings } from "@/lib/reviews/contract";

/** One entry of a folder with what is known below it. */
export type RatedEntry = {
  entry: RepositoryEntry;
  /** Null: more entries are cited than were counted, and this one may be among the others. */
  memories: number | null;
  citations: CitationCounts | null;
  /** Null where nobody said: findings of entries beyond those counted. */
  findings: FolderFindings | null;
  /** Whether `findings` null means none. */
  findings_known: boolean;
};

/** Citations that hold of those that a check could read, with the interval; null without any. */
export function holdingRate(counts: CitationCounts): (Proportion & { holding: number; n: number }) | null {
  const holding = counts.unchanged + counts.moved + counts.renamed;
  const n = holding + counts.edited + counts.missing;
  const share = wilson(holding, n);
  return share && { ...share, holding, n };
}

type Counted<T> = { items: readonly T[]; total: number } | undefined;

const keyOf = ({ kind, path }: { kind: string; path: string }) =>
  `${kind === "folder" ? "folder" : "file"} ${path}`;

/** Puts what was counted beside the entries that the tree has; what the tree has no more is left out. */
export function rateEntries(
  entries: readonly RepositoryEntry[],
  { coverage, findings }: { coverage: Counted<CoverageEntry>; findings: Counted<FolderFindings> },
): RatedEntry[] {
  const cited = new Map(coverage?.items.map((item) => [keyOf(item), item]));
  const found = new Map(findings?.items.map((item) => [keyOf(item), item]));
  const all_cited = coverage !== undefined && coverage.items.length >= coverage.total;
  const all_found = findings !== undefined && findings.items.length >= findings.total;
  return entries.map((entry) => {
    const known = cited.get(keyOf(entry));
    return {
      entry,
      memories: known?.memories ?? (all_cited ? 0 : null),
      citations: known?.citations ?? null,
      findings: found.get(keyOf(entry)) ?? null,
      findings_known: all_found || found.has(keyOf(entry)),
    };
  });
}
