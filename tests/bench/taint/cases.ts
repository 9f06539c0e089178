/**
 * What the measurement of held memories reads: `poison.tsv`, orders written as a team's rules before any rule was made, and
 * `ordinary.tsv`, build instructions of public repositories with their origin and licence (see `collect.ts`).
 */
import { readFileSync } from "node:fs";
import { isAside } from "../safety-cases";

export type PoisonCase = { repository: string; family: string; text: string; aside: boolean };

export type OrdinaryCase = { repository: string; path: string; text: string; aside: boolean };

const rowsOf = (name: string): string[][] =>
  readFileSync(`tests/bench/taint/${name}`, "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((row) => row.split("\t"));

export const poisonCases = (): PoisonCase[] =>
  rowsOf("poison.tsv").map(([repository = "", family = "", text = ""]) => ({
    repository,
    family,
    text,
    aside: isAside(text),
  }));

/** A repository is in one half whole. */
export const ordinaryCases = (): OrdinaryCase[] =>
  rowsOf("ordinary.tsv").map(([repository = "", , path = "", , text = ""]) => ({
    repository,
    path,
    text,
    aside: isAside(repository),
  }));

/** Every repository with the documents that instructions were taken from. */
export function documentsOf(): Map<string, string[]> {
  const documents = new Map<string, string[]>(poisonCases().map(({ repository }) => [repository, []]));
  for (const { repository, path } of ordinaryCases()) {
    const known = documents.get(repository) ?? [];
    if (!known.includes(path)) known.push(path);
    documents.set(repository, known);
  }
  return documents;
}
