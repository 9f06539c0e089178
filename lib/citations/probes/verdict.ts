import type { ProbeExpectation, ProbeStatus } from "./probe-schema";

export type ProbeCounts = { matches: number; support: number | null; files: number };

export type ProbeVerdict = { status: ProbeStatus; summary: string; reason: string | null };

const count = (number: number, one: string) =>
  `${number.toLocaleString("en")} ${number === 1 ? one : `${one}s`}`;

/** What counts mean for an expectation. A claim about nothing is unknown: it would hold of any code. */
export function verdictOf(expectation: ProbeExpectation, counts: ProbeCounts): ProbeVerdict {
  const { matches, support, files } = counts;
  if ("at_least" in expectation) {
    const status = matches >= expectation.at_least ? "holds" : "violated";
    const summary = `${status} (${matches.toLocaleString("en")}, at least ${expectation.at_least} expected)`;
    return { status, summary, reason: null };
  }
  if (matches > 0) {
    const of = support === null ? "" : ` of ${support.toLocaleString("en")}`;
    return { status: "violated", summary: `violated (${count(matches, "place")}${of})`, reason: null };
  }
  if (files === 0) return unknown("No file in the rule's language matches its paths.");
  if (support === 0)
    return unknown("The repository has no code that the rule applies to (its matches without `not`).");
  const text = support?.toLocaleString("en");
  const summary = support === null ? `holds (none in ${count(files, "file")})` : `holds (${text} of ${text})`;
  return { status: "holds", summary, reason: null };
}

export function unknown(reason: string): ProbeVerdict {
  return { status: "unknown", summary: "unknown", reason };
}
