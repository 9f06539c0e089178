import { expect, it } from "vitest";
import { playwrightTimes, slowest, timesOfPlaywright, timesOfVitest, vitestTimes } from "./slowest";

it("names the files that took longest, the slowest first", () => {
  const times = [
    { file: "a.test.ts", ms: 1200 },
    { file: "b.test.ts", ms: 61_000 },
    { file: "c.test.ts", ms: 300 },
  ];
  expect(slowest(times, 2)).toEqual(["   61.0 s  b.test.ts", "    1.2 s  a.test.ts"]);
});

it("reads what each file took from Vitest's report, named from the checkout", () => {
  const report = vitestTimes.parse({
    numPassedTests: 1,
    testResults: [{ name: "/checkout/lib/a.test.ts", startTime: 1000, endTime: 3500, status: "passed" }],
  });
  expect(timesOfVitest(report, "/checkout")).toEqual([{ file: "lib/a.test.ts", ms: 2500 }]);
});

it("adds up every try of every test of a file in Playwright's report, those in groups too", () => {
  const test = (...durations: number[]) => ({
    tests: [{ results: durations.map((duration) => ({ duration, status: "passed" })) }],
  });
  const report = playwrightTimes.parse({
    suites: [
      {
        file: "story.spec.ts",
        specs: [test(100, 200)],
        suites: [{ title: "on a phone", specs: [test(40)], suites: [{ specs: [test(5)] }] }],
      },
    ],
  });
  expect(timesOfPlaywright(report)).toEqual([{ file: "story.spec.ts", ms: 345 }]);
});
