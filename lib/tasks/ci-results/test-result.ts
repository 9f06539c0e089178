import { toStorable } from "@/lib/kernel/text";

/** One test of a report. */
export type TestResult = {
  name: string;
  outcome: "passed" | "failed" | "skipped";
  /** What a failing test printed: the error, with its stack. */
  output: string;
  file: string | null;
  line: number | null;
};

/** The report is not what its format says; the message names what was expected. */
export class ReportError extends Error {
  override readonly name = "ReportError";
}

const LONGEST_NAME = 1_000;

/** The name of a test as it is stored: one line, at most 1,000 characters. */
export const testName = (...parts: readonly (string | undefined)[]): string => {
  const named = parts.filter((part) => part !== undefined && part !== "").join(" › ");
  const name = toStorable(named).replace(/\s+/g, " ").trim();
  return (name || "(unnamed)").slice(0, LONGEST_NAME).toWellFormed();
};
