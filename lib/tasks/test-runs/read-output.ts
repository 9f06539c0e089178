import { stripVTControlCharacters } from "node:util";
import { readReport } from "../ci-results/read-report";
import { ReportError, type TestResult, testName } from "../ci-results/test-result";

export const RUNNERS = ["pytest", "vitest", "jest", "go", "cargo", "report"] as const;
export type Runner = (typeof RUNNERS)[number];

/**
 * What the output of a run of tests says. `complete`: the runner came to its end, and its output names every failure
 * that it counts; so what is not called failing passed.
 */
export type TestRun = {
  runner: Runner;
  failed: Pick<TestResult, "name" | "output" | "file">[];
  passed: string[];
  complete: boolean;
};

const MAX_OUTPUT = 1_000_000;
/** The script of the hooks sends so much of an output's end: what it cut off is not known. */
const CUT_BY_HOOKS = 200_000;
/** What a test printed is cut where the next one begins, and here. */
const MAX_FAILURE = 6_000;

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)];

/** The sum of what these lines count: of an output that was cut, more than it names. */
const sumOf = (text: string, counts: RegExp) =>
  all(text, counts).reduce((sum, [, count]) => sum + Number(count), 0);

/** The part of a text between a line that begins a failure and the next that does. */
function sections(text: string, heading: RegExp, end: RegExp): Map<string, string> {
  const found = all(text, heading);
  const last = end.exec(text.slice(found.at(-1)?.index ?? 0));
  const until = last ? (found.at(-1)?.index ?? 0) + last.index : text.length;
  return new Map(
    found.map(({ index, 0: line, 1: name = "" }, at) => [
      name.trim(),
      text.slice(index + line.length, found[at + 1]?.index ?? until).slice(0, MAX_FAILURE),
    ]),
  );
}

const sectionOf = (named: ReadonlyMap<string, string>, name: string) =>
  named.get(name) ?? [...named].find(([heading]) => heading.endsWith(name) || name.endsWith(heading))?.[1];

const PYTEST_TOTALS =
  /^(?:=+ )?\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?)(?:, \d+ (?:subtests )?\w+){0,9} in [\d.]+s/gm;

function readPytest(text: string): TestRun | null {
  const totals = text.match(PYTEST_TOTALS) ?? [];
  if (totals.length === 0 && !/^=+ short test summary info =+$/m.test(text)) return null;
  const bodies = sections(
    text,
    /^_{3,} (?:ERROR at \w+ of )?(.{1,500}?) _{3,}$/gm,
    /^=+ (?:short test summary|warnings summary|.{0,300}? in [\d.]+s)/m,
  );
  const failed = all(text, /^(?:FAILED|ERROR) (\S+?)(?: - (.*))?$/gm).map(([, id = "", message = ""]) => {
    const [file = "", ...names] = id.split("::");
    const body = sectionOf(bodies, names.join("."));
    return { name: testName(id), file: file || null, output: (body ?? message).trim() || message };
  });
  const passed = all(text, /^(\S+::\S+) PASSED/gm).map(([, id = ""]) => testName(id));
  const stopped = /^!+ (?:stopping after|Interrupted|.*KeyboardInterrupt)/m.test(text);
  const counted = sumOf(totals.join("\n"), /(\d+) (?:failed|errors?)\b/g);
  // A file that could not be collected is named without a test, and what the tests print may look so too.
  const named = failed.filter(({ name }) => name.includes("::"));
  const complete = totals.length > 0 && !stopped && counted <= named.length;
  return { runner: "pytest", failed, passed, complete };
}

function readVitest(text: string): TestRun | null {
  if (!/^[ \t]*Test Files\s+\d+/m.test(text) || !/^[ \t]*Tests\s+/m.test(text)) return null;
  const failures = text.slice(Math.max(0, text.search(/Failed (?:Tests|Suites) \d+/)));
  const bodies = sections(failures, /^[ \t]*FAIL\s+(.+)$/gm, /^[ \t]*Test Files\s+\d+/m);
  const failed = [...bodies].map(([heading, body]) => {
    const [file = "", ...names] = heading.replace(/\[\s*(\S+)\s*\]$/, "").split(" > ");
    return {
      name: testName(...names, names.length === 0 ? file : undefined),
      file: file.trim() || null,
      output: body.trim(),
    };
  });
  const passed = all(text, /^[ \t]*[✓√]\s+(?:\S+\.(?:test|spec)\.\S+ > )?(.+?)(?:\s+\d+ ?ms)?$/gm).map(
    ([, name = ""]) => testName(...name.split(" > ")),
  );
  // Of a file that failed to load no test ran.
  const isOfTests = [...bodies.keys()].every((heading) => heading.includes(" > "));
  const complete =
    !/\bbail\b|Failed Suites \d/i.test(text) &&
    isOfTests &&
    sumOf(text, /^[ \t]*Tests[ \t]+(\d+) failed\b/gm) <= failed.length &&
    sumOf(text, /^[ \t]*Test Files[ \t]+(\d+) failed\b/gm) <= new Set(failed.map(({ file }) => file)).size;
  return { runner: "vitest", failed, passed, complete };
}

function readJest(text: string): TestRun | null {
  if (!/^Tests:[ \t]+.{0,200}?\btotal$/m.test(text)) return null;
  const bodies = sections(text, /^[ \t]*● (.+)$/gm, /^(?:Test Suites:|(?:PASS|FAIL) )/m);
  // What the tests of a file printed is headed as a failure is.
  bodies.delete("Console");
  const failed = [...bodies].map(([heading, body]) => ({
    name: testName(...heading.split(" › ")),
    file: /\(([^()\s]+\.[cm]?[jt]sx?):\d+/.exec(body)?.[1] ?? null,
    output: body.trim(),
  }));
  const passed = all(text, /^[ \t]*[✓√]\s+(.+?)(?:\s+\(\d+ ?m?s\))?$/gm).map(([, name = ""]) =>
    testName(name),
  );
  const suites = new Set(all(text, /^FAIL (.+?)(?: \([\d.]+ m?s\))?$/gm).map(([, suite]) => suite));
  const complete =
    !bodies.has("Test suite failed to run") &&
    sumOf(text, /^Tests:[ \t]+(\d+) failed\b/gm) <= failed.length &&
    sumOf(text, /^Test Suites:[ \t]+(\d+) failed\b/gm) <= suites.size;
  return { runner: "jest", failed, passed, complete };
}

function readGo(text: string): TestRun | null {
  const ran = /^(?:ok|FAIL|---)\s+\S+.{0,300}?(?:\d+\.\d+s|\(cached\)|\[build failed\])/m.test(text);
  if (!ran) return null;
  const lines = all(text, /^[ \t]*--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)$/gm);
  // What a parent prints is of its subtests.
  const leaves = lines.filter(
    ([, , name = ""]) => !lines.some(([, , other = ""]) => other.startsWith(`${name}/`)),
  );
  const of = (outcome: string) => leaves.filter(([, found]) => found === outcome);
  const failed = of("FAIL").map(({ index, 0: line, 2: name = "" }) => {
    const body = text.slice(index + line.length);
    const end = body.search(/^(?:=== |\s*--- |FAIL|ok\s|PASS$)/m);
    const before = text.slice(0, index);
    const started = before.lastIndexOf(`=== RUN   ${name}\n`);
    const printed = started === -1 ? "" : before.slice(started);
    return {
      name: testName(name),
      file: null,
      output: `${printed}${body.slice(0, end === -1 ? MAX_FAILURE : end)}`.trim().slice(0, MAX_FAILURE),
    };
  });
  const passed = of("PASS").map(([, , name = ""]) => testName(name));
  // It counts nothing, but names each package that failed below the tests that did.
  const ends = all(text, /^(?:--- FAIL: |FAIL[ \t]+\S)/gm).map(([line]) => line.startsWith("---"));
  const isEachNamed = ends.every((isTest, index) => isTest || ends[index - 1] === true);
  const complete = isEachNamed && text.length < CUT_BY_HOOKS && !/\[build failed\]|^panic: /m.test(text);
  return { runner: "go", failed, passed, complete };
}

function readCargo(text: string): TestRun | null {
  if (!/^test result: (?:ok|FAILED)\./m.test(text)) return null;
  const bodies = sections(text, /^---- (\S+) stdout ----$/gm, /^failures:\n {4}|^test result:/m);
  const of = (outcome: string) =>
    all(text, new RegExp(`^test (\\S+)(?: - should panic)? \\.\\.\\. ${outcome}$`, "gm")).map(
      ([, name = ""]) => name,
    );
  const failed = of("FAILED").map((name) => ({
    name: testName(name),
    file: null,
    output: (bodies.get(name) ?? "failed").trim(),
  }));
  const complete = sumOf(text, /^test result: .*?\b(\d+) failed;/gm) <= failed.length;
  return { runner: "cargo", failed, passed: of("ok").map((name) => testName(name)), complete };
}

/** A report in place of words: JUnit XML, or the JSON of a runner. */
function readPrintedReport(text: string): TestRun | null {
  const start = text.search(/<\?xml|<testsuites?\b|^\{"(?:Time|Action|num|testResults|created|exitcode)/m);
  if (start === -1) return null;
  const end = text.lastIndexOf("</testsuite");
  const report = end === -1 ? text.slice(start) : text.slice(start, text.indexOf(">", end) + 1);
  try {
    const { tests } = readReport(report.trim(), undefined);
    return {
      runner: "report",
      failed: tests.filter(({ outcome }) => outcome === "failed"),
      passed: tests.filter(({ outcome }) => outcome === "passed").map(({ name }) => name),
      complete: true,
    };
  } catch (error) {
    if (error instanceof ReportError) return null;
    throw error;
  }
}

const READERS = [readPrintedReport, readPytest, readVitest, readJest, readCargo, readGo];

/** What a command printed, read as a run of tests; null where it is none that is known. */
export function readTestOutput(output: string): TestRun | null {
  const text = stripVTControlCharacters(output.slice(0, MAX_OUTPUT)).replaceAll("\r\n", "\n");
  for (const read of READERS) {
    const run = read(text);
    if (run) return run;
  }
  return null;
}
