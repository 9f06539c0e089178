import { toStorable } from "@/lib/kernel/text";
import type { ReportFormat } from "./contract";
import { readGo, readJest, readPytest } from "./json-reports";
import { readJunit } from "./junit";
import { ReportError, type TestResult } from "./test-result";

const MOST_TESTS = 100_000;

function parseJson(report: string): unknown {
  try {
    return JSON.parse(report);
  } catch {
    throw new ReportError("is not valid JSON; was it cut off?");
  }
}

const READERS: Readonly<Record<ReportFormat, (report: string) => TestResult[]>> = {
  junit: readJunit,
  jest: (report) => readJest(parseJson(report)),
  pytest: (report) => readPytest(parseJson(report)),
  go: readGo,
};

/** The format that a report looks like. @throws ReportError for one of none of them. */
export function formatOf(report: string): ReportFormat {
  const start = report.trimStart().slice(0, 5_000);
  if (start.startsWith("<")) return "junit";
  if (/"Action"\s*:/.test(start)) return "go";
  if (/"testResults"\s*:/.test(report)) return "jest";
  if (/"nodeid"\s*:/.test(report) || /"exitcode"\s*:/.test(start)) return "pytest";
  throw new ReportError(
    "has an unknown format; expected: JUnit XML, JSON of vitest or jest, of pytest-json-report, or of go test -json",
  );
}

/** Escapes of JSON and entities of XML can stand for what no text may hold. */
const withStorableFile = (test: TestResult): TestResult => ({
  ...test,
  file: test.file && toStorable(test.file),
});

/** The tests of a report; of a name that comes twice one that failed counts. @throws ReportError. */
export function readReport(
  report: string,
  format: ReportFormat | undefined,
): { format: ReportFormat; tests: TestResult[] } {
  const known = format ?? formatOf(report.replace(/^\ufeff/, ""));
  const all = READERS[known](report.replace(/^\ufeff/, ""));
  if (all.length > MOST_TESTS)
    throw new ReportError(`has more than ${MOST_TESTS.toLocaleString("en")} tests; split it`);
  const tests = new Map<string, TestResult>();
  for (const test of all)
    if (tests.get(test.name)?.outcome !== "failed") tests.set(test.name, withStorableFile(test));
  return { format: known, tests: [...tests.values()] };
}
