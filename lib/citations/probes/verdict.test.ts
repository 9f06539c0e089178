import { expect, it } from "vitest";
import { verdictOf } from "./verdict";

const NONE = { violations: "none" } as const;

it.each([
  [NONE, { matches: 0, support: 41, files: 9 }, "holds (41 of 41)"],
  [NONE, { matches: 0, support: null, files: 9 }, "holds (none in 9 files)"],
  [NONE, { matches: 2, support: null, files: 9 }, "violated (2 places)"],
  [NONE, { matches: 1, support: 41, files: 9 }, "violated (1 place of 41)"],
  [NONE, { matches: 0, support: 0, files: 9 }, "unknown"],
  [NONE, { matches: 0, support: null, files: 0 }, "unknown"],
  [{ at_least: 3 }, { matches: 3, support: null, files: 9 }, "holds (3, at least 3 expected)"],
  [{ at_least: 3 }, { matches: 2, support: null, files: 9 }, "violated (2, at least 3 expected)"],
  [{ at_least: 1 }, { matches: 0, support: null, files: 0 }, "violated (0, at least 1 expected)"],
])("%j with %j is %s", (expectation, counts, summary) => {
  const verdict = verdictOf(expectation, counts);
  expect(verdict.summary).toBe(summary);
  expect(verdict.reason === null).toBe(verdict.status !== "unknown");
});
