import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import type { Outcome } from "../../bin/steps";

const FILE = "docs/measurements.md";
/** The last line of the table's head: what is newest stands first. */
const HEAD = "| --- | --- | --- | --- | --- |\n";

/** Writes what a run of the long tests found into the table of docs/measurements.md, with the commit and the day. */
export function recordLongRun({ outcomes, database }: { outcomes: Outcome[]; database: string }): void {
  const text = readFileSync(FILE, "utf8");
  const [before, after] = text.split(HEAD);
  if (before === undefined || after === undefined) throw new Error(`${FILE} has no table of long runs.`);
  writeFileSync(FILE, `${before}${HEAD}${rowOf({ outcomes, database })}\n${after}`);
}

function rowOf({ outcomes, database }: { outcomes: Outcome[]; database: string }): string {
  const sum = (count: (outcome: Outcome) => number) =>
    outcomes.reduce((total, each) => total + count(each), 0);
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
  const changed = git("status", "--porcelain", "--untracked-files=no") === "" ? "" : " with changes";
  const commit = `${git("rev-parse", "--short", "HEAD")}${changed}`;
  const result = `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`;
  const minutes = (sum(({ seconds }) => seconds) / 60).toFixed(1);
  // The address of a server is nobody's business here.
  const kind = database === "embedded" ? "embedded" : "PostgreSQL";
  return `| ${commit} | ${new Date().toISOString().slice(0, 10)} | ${kind} | ${result} | ${minutes} |`;
}
