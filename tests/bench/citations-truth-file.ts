import { readFileSync } from "node:fs";
import type { Place } from "./citations-git";
import type { TrueStatus, Truth } from "./citations-tracker";

export const TRUTH_FILE = "tests/bench/citations.tsv";

export type TrueCitation = { origin: Place; truth: Truth };

export type TruePair = {
  from: string;
  to: string;
  distance: number;
  citations: TrueCitation[];
  dropped: number;
};

/** `aside`: kept apart while the product was tuned. */
export type TrueRepository = { name: string; aside: boolean; pairs: TruePair[] };

export const DISTANCES = [50, 300, 2000];

/** Where the checks stand on the chain of first parents, from its newest commit. */
export const HEADS = [0, 0.15, 0.3];

const STATUSES: readonly TrueStatus[] = ["unchanged", "moved", "renamed", "edited", "missing", "invalid"];

/** One line for each repository, pair of commits and citation, in columns. */
export function formatTruth(repositories: readonly TrueRepository[]): string {
  const rows: (string | number)[][] = [];
  for (const { name, aside, pairs } of repositories) {
    rows.push(["repository", name, aside ? "aside" : "tuned"]);
    for (const { from, to, distance, citations, dropped } of pairs) {
      rows.push(["pair", from, to, distance, dropped]);
      for (const { origin, truth } of citations) {
        const { status, place, whitespace, decoy, duplicate } = truth;
        const flags = `${whitespace ? "w" : ""}${decoy ? "d" : ""}${duplicate ? "u" : ""}`;
        const now = place && status !== "unchanged" ? place : null;
        rows.push([
          status,
          origin.path,
          origin.line_start,
          origin.line_end,
          flags,
          ...(now ? [now.path === origin.path ? "" : now.path, now.line_start, now.line_end] : []),
        ]);
      }
    }
  }
  return `${rows.map((row) => row.join("\t")).join("\n")}\n`;
}

export function readTruth(file = TRUTH_FILE): TrueRepository[] {
  const repositories: TrueRepository[] = [];
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [kind, ...cells] = line.split("\t");
    const [first = "", second = "", third = "", flags = "", path = "", start = "", end = ""] = cells;
    const status = STATUSES.find((known) => known === kind);
    if (kind === "repository") repositories.push({ name: first, aside: second === "aside", pairs: [] });
    else if (kind === "pair")
      repositories.at(-1)?.pairs.push({
        from: first,
        to: second,
        distance: Number(third),
        dropped: Number(flags),
        citations: [],
      });
    else if (status) {
      const origin = { path: first, line_start: Number(second), line_end: Number(third) };
      const moved =
        start === "" ? null : { path: path || first, line_start: Number(start), line_end: Number(end) };
      const place = status === "unchanged" ? origin : moved;
      const [whitespace, decoy, duplicate] = ["w", "d", "u"].map((flag) => flags.includes(flag));
      const truth = {
        status,
        place,
        whitespace: whitespace === true,
        decoy: decoy === true,
        duplicate: duplicate === true,
      };
      repositories.at(-1)?.pairs.at(-1)?.citations.push({ origin, truth });
    }
  }
  return repositories;
}
