import path from "node:path";
import { z } from "zod";

/** What one test file took, in milliseconds. */
export type FileTime = { file: string; ms: number };

/** When a file began and ended, in Vitest's JSON report. */
export const vitestFile = z.object({ name: z.string(), startTime: z.number(), endTime: z.number() });

/** The part of Vitest's JSON report that says when each file began and ended. */
export const vitestTimes = z.object({ testResults: z.array(vitestFile) });

const resultSchema = z.object({ results: z.array(z.object({ duration: z.number() })) });
const specSchema = z.object({ tests: z.array(resultSchema) });
interface Suite {
  specs: z.infer<typeof specSchema>[];
  suites?: Suite[];
}
const suiteSchema: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(specSchema), suites: z.array(suiteSchema).optional() }),
);

/** The part of Playwright's JSON report that says what each try of each test took. */
export const playwrightTimes = z.object({
  suites: z.array(suiteSchema.and(z.object({ file: z.string() }))),
});

/** The files of Vitest's report with what they took, named from `root`. */
export function timesOfVitest(report: z.infer<typeof vitestTimes>, root: string): FileTime[] {
  return report.testResults.map(({ name, startTime, endTime }) => ({
    file: path.relative(root, name),
    ms: endTime - startTime,
  }));
}

/** The files of Playwright's report with what they took, all tries together, named from the folder of its tests. */
export function timesOfPlaywright(report: z.infer<typeof playwrightTimes>): FileTime[] {
  return report.suites.map((suite) => ({ file: suite.file, ms: durationOf(suite) }));
}

function durationOf({ specs, suites = [] }: Suite): number {
  const tries = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  const within = suites.reduce((sum, suite) => sum + durationOf(suite), 0);
  return within + tries.reduce((sum, { duration }) => sum + duration, 0);
}

/** The `count` files that took longest, the slowest first, a line each. */
export function slowest(times: readonly FileTime[], count = 10): string[] {
  return [...times]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
}
