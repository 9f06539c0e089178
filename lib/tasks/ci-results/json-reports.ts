import { z } from "zod";
import { ReportError, type TestResult, testName } from "./test-result";

const jestSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string().default(""),
      status: z.string().optional(),
      message: z.string().nullish(),
      assertionResults: z
        .array(
          z.object({
            fullName: z.string().optional(),
            title: z.string().optional(),
            ancestorTitles: z.array(z.string()).default([]),
            status: z.string(),
            failureMessages: z.array(z.string()).nullish(),
            location: z.object({ line: z.number() }).nullish(),
          }),
        )
        .default([]),
    }),
  ),
});

const OUTCOMES: Readonly<Record<string, TestResult["outcome"]>> = {
  passed: "passed",
  failed: "failed",
  error: "failed",
  xpassed: "passed",
};
const outcomeOf = (status: string): TestResult["outcome"] => OUTCOMES[status] ?? "skipped";

/** Folders that begin paths in a repository, the outermost first: reports name files where they were checked out. */
const ROOTS = [
  /\/(?=(?:packages|apps)\/)/,
  /\/(?=(?:src|tests?|spec|__tests__|e2e)\/)/,
  /\/(?=(?:lib|app|components)\/)/,
];

/** From the root of the repository, where the path says where that is. */
function relative(path: string): string {
  const plain = path.replaceAll("\\", "/");
  const starts = ROOTS.map((root) => root.exec(plain)?.index);
  const start = starts.find((index) => index !== undefined);
  return (start === undefined ? plain : plain.slice(start + 1)).slice(0, 1_000);
}

/** Tests of vitest's and jest's JSON. @throws ReportError. */
export function readJest(value: unknown): TestResult[] {
  const parsed = jestSchema.safeParse(value);
  if (!parsed.success) throw new ReportError("is not the JSON of vitest or jest: testResults is expected");
  return parsed.data.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(name);
    if (status === "failed" && assertionResults.every((each) => each.status !== "failed"))
      return [
        {
          name: testName(file),
          outcome: "failed" as const,
          output: message || "failed to run",
          file,
          line: null,
        },
      ];
    return assertionResults.map((each) => ({
      name: testName(file, ...each.ancestorTitles, each.title ?? each.fullName),
      outcome: outcomeOf(each.status),
      output: (each.failureMessages ?? []).join("\n"),
      file,
      line: each.location ? Math.max(1, Math.trunc(each.location.line)) : null,
    }));
  });
}

const phaseSchema = z
  .object({
    outcome: z.string().optional(),
    longrepr: z.string().optional(),
    crash: z.object({ path: z.string(), lineno: z.number(), message: z.string() }).partial().optional(),
  })
  .optional();

const pytestSchema = z.object({
  tests: z.array(
    z.object({
      nodeid: z.string(),
      outcome: z.string(),
      setup: phaseSchema,
      call: phaseSchema,
      teardown: phaseSchema,
    }),
  ),
  collectors: z
    .array(z.object({ nodeid: z.string(), outcome: z.string(), longrepr: z.string().optional() }))
    .default([]),
});

/** Tests of pytest-json-report, and files that could not be collected. @throws ReportError. */
export function readPytest(value: unknown): TestResult[] {
  const parsed = pytestSchema.safeParse(value);
  if (!parsed.success)
    throw new ReportError("is not the JSON of pytest-json-report: tests with nodeid is expected");
  const tests = parsed.data.tests.map(({ nodeid, outcome, setup, call, teardown }): TestResult => {
    const failed = [setup, call, teardown].find((phase) => phase?.outcome === "failed");
    const said = [failed?.longrepr, failed?.crash?.message].filter(Boolean).join("\n");
    return {
      name: testName(nodeid),
      outcome: outcomeOf(outcome),
      output: said,
      file: nodeid.split("::")[0]?.slice(0, 1_000) ?? null,
      line: failed?.crash?.lineno ?? null,
    };
  });
  const uncollected = parsed.data.collectors
    .filter(({ outcome }) => outcome === "failed")
    .map(({ nodeid, longrepr }): TestResult => {
      const file = nodeid.split("::")[0]?.slice(0, 1_000) ?? null;
      return { name: testName(nodeid), outcome: "failed", output: longrepr ?? "", file, line: null };
    });
  return [...tests, ...uncollected];
}

const goEventSchema = z.object({
  Action: z.string(),
  Package: z.string().default(""),
  ImportPath: z.string().optional(),
  Test: z.string().optional(),
  Output: z.string().optional(),
});

type Run = { name: string; test: string | null; output: string; outcome: TestResult["outcome"] | null };

const MOST_OUTPUT = 100_000;
const GO_OUTCOMES: Readonly<Record<string, TestResult["outcome"]>> = {
  pass: "passed",
  fail: "failed",
  skip: "skipped",
};

/** Tests of `go test -json`: a test that fails because one inside it does is left out. @throws ReportError. */
export function readGo(report: string): TestResult[] {
  const runs = new Map<string, Run>();
  for (const [index, line] of report.split("\n").entries()) {
    if (!line.trimStart().startsWith("{")) continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw new ReportError(`is incomplete: line ${index + 1} is not JSON; was it cut off?`);
    }
    const event = goEventSchema.safeParse(value);
    if (!event.success) throw new ReportError(`is not of go test -json: line ${index + 1} has no Action`);
    noteGoEvent(runs, event.data);
  }
  if (runs.size === 0) throw new ReportError("has no events of go test -json");
  const all = [...runs.values()];
  const failed = all.filter(({ outcome }) => outcome === "failed").map(({ name }) => name);
  return all
    .filter(({ outcome }) => outcome !== null)
    .filter(({ test, outcome, name }) => {
      const has_inner = failed.some(
        (other) => other.startsWith(`${name}/`) || other.startsWith(`${name} › `),
      );
      if (test === null) return outcome === "failed" && !has_inner;
      return outcome !== "failed" || !has_inner;
    })
    .map(({ name, outcome, output }) => ({
      name: testName(name),
      outcome: outcome ?? "skipped",
      output: withoutFrame(output),
      file: /(\S+_test\.go):\d+/.exec(output)?.[1]?.slice(0, 1_000) ?? null,
      line: null,
    }));
}

function noteGoEvent(runs: Map<string, Run>, event: z.output<typeof goEventSchema>): void {
  const { Action, Test = null, Output = "" } = event;
  const package_name = event.Package || (event.ImportPath ?? "").replace(/ \[.*\]$/, "");
  const name = Test === null ? package_name : `${package_name} › ${Test}`;
  const run = runs.get(name) ?? { name, test: Test, output: "", outcome: null };
  runs.set(name, run);
  if (run.output.length < MOST_OUTPUT) run.output += Output;
  run.outcome = GO_OUTCOMES[Action] ?? run.outcome;
}

/** What `go test` prints around each test says nothing of the error. */
const withoutFrame = (output: string): string =>
  output
    .split("\n")
    .filter(
      (line) =>
        !/^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)|--- (?:FAIL|PASS|SKIP): |FAIL\b|exit status )/.test(line),
    )
    .join("\n")
    .trim();
