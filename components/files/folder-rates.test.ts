import { describe, expect, it } from "vitest";
import type { CitationCounts, CoverageEntry, RepositoryEntry } from "@/lib/citations/contract";
import type { FolderFindings } from "@/lib/reviews/contract";
import { holdingRate, rateEntries } from "./folder-rates";

const counts = (over: Partial<CitationCounts>): CitationCounts => ({
  unchecked: 0,
  unchanged: 0,
  moved: 0,
  renamed: 0,
  edited: 0,
  missing: 0,
  unreachable: 0,
  ...over,
});

const entry = (name: string, kind: RepositoryEntry["kind"] = "file"): RepositoryEntry => ({
  name,
  path: name,
  kind,
  files: 1,
});
const covered = (name: string, kind: "file" | "folder", memories: number) =>
  ({ name, path: name, kind, memories, citations: counts({ unchanged: 1 }) }) as unknown as CoverageEntry;

describe("the share of citations that hold", () => {
  it("is of those that could be read, with its interval and sample", () => {
    const rate = holdingRate(
      counts({ unchanged: 5, moved: 2, renamed: 1, edited: 1, missing: 1, unchecked: 9 }),
    );
    expect(rate).toMatchObject({ holding: 8, n: 10, rate: 0.8 });
    expect(rate?.low).toBeCloseTo(0.49, 2);
    expect(rate?.high).toBeCloseTo(0.943, 2);
  });

  it("is not stated where no check could read anything", () => {
    expect(holdingRate(counts({ unchecked: 3, unreachable: 1 }))).toBeNull();
  });
});

describe("what is known of a folder's entries", () => {
  it("stands beside each; a folder is not a file of its name", () => {
    const rated = rateEntries([entry("a", "folder"), entry("b"), entry("c")], {
      coverage: { items: [covered("a", "folder", 3), covered("b", "folder", 9)], total: 2 },
      findings: { items: [{ path: "c", kind: "file", findings: 4 } as unknown as FolderFindings], total: 1 },
    });
    expect(rated.map(({ memories, findings }) => [memories, findings?.findings ?? null])).toEqual([
      [3, null],
      [0, null],
      [0, 4],
    ]);
  });

  it("is unknown and not 0 where only some were counted, or none yet", () => {
    const [beyond] = rateEntries([entry("z")], {
      coverage: { items: [covered("a", "folder", 3)], total: 900 },
      findings: undefined,
    });
    expect(beyond).toMatchObject({ memories: null, citations: null, findings: null, findings_known: false });
  });
});
