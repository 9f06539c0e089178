/**
 * Every test of the project, as `npm test`:
 *
 *   npm test                                        unit, contract, integration, client and browser tests
 *   npm test -- --only=unit,contract                some kinds
 *   npm test -- tests/integration/memories          some files (names as Vitest and Playwright take them)
 *   npm run test:long                               those named *.long.*: kills, large clients, walks over all screens
 *   npm run screenshots                             pictures of every screen, for docs/screens.md
 *   npm run test:long -- --record                   the same, with a line in docs/measurements.md
 *
 * The tests use an embedded database of their own, or the server of DATABASE_URL, where they make and drop databases.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";
import { build, isBuilt } from "../bin/build";
import {
  type FileTime,
  playwrightTimes,
  slowest,
  timesOfPlaywright,
  timesOfVitest,
  vitestFile,
  vitestTimes,
} from "../bin/slowest";
import { type Outcome, packageProgram, run, step, summarize } from "../bin/steps";
import { ensureBrowser } from "./support/browser";
import { recordLongRun } from "./support/measurements";
import { makeMemoryFolder } from "./support/memory-folder";

const root = resolve(fileURLToPath(import.meta.url), "../..");
const kinds = ["unit", "contract", "integration", "clients", "e2e"] as const;

const vitestReport = vitestTimes.extend({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    vitestFile.extend({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});
const playwrightReport = playwrightTimes.and(
  z.object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }) }),
);

const { values, positionals } = readArguments();
const isBrowserFile = (file: string) => file.includes("e2e") || file.includes(".spec.");
const browserFiles = positionals.filter(isBrowserFile);
const otherFiles = positionals.filter((file) => !isBrowserFile(file));
/** Tests that take minutes are files of their own, which nothing but this or their name starts. */
const long = values.long || positionals.some((file) => file.includes(".long."));
const selected = selectKinds();
const outcomes: Outcome[] = [];
const times: FileTime[] = [];

console.log(`${long ? "Long tests" : "Tests"}: ${selected.join(", ")}. Database: ${describeDatabase()}.`);

keepTemporaryFilesInMemory();

let browser: string | undefined;
if (selected.includes("e2e")) {
  const outcome = await step("browser", async () => {
    browser = await ensureBrowser(console.log);
    return { passed: 0, failed: 0 };
  });
  if (outcome.failed > 0) outcomes.push(outcome);
}

const clientsReady = !selected.includes("clients") || (await installClients());
const vitestKinds = selected.filter((kind) => kind !== "e2e" && (kind !== "clients" || clientsReady));

if (vitestKinds.length > 0) {
  outcomes.push(
    await step(`${vitestKinds.join(", ")} tests`, async () => {
      // Integration tests are two projects: those that share processes, and those that do not.
      const projects = long ? ["--project=long"] : vitestKinds.map((kind) => `--project=${kind}*`);
      const command = packageProgram("vitest", "vitest", "run", ...projects, ...otherFiles);
      const { code, report } = await runReporting(command, "vitest.json", vitestReport);
      times.push(...timesOfVitest(report, root));
      // A file that fails to load has no tests that could fail, so it counts as one.
      const brokenFiles = report.testResults.filter(
        (file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
      );
      return counted(code, report.numPassedTests, report.numFailedTests + brokenFiles.length);
    }),
  );
}

if (browser !== undefined) {
  const path = browser;
  if (await buildOnce()) {
    outcomes.push(
      await step("browser tests", async () => {
        const projects = browserProjects().map((name) => `--project=${name}`);
        const command = packageProgram(
          "@playwright/test",
          "playwright",
          "test",
          ...projects,
          ...browserFiles,
        );
        const env = { ...process.env, CASEBOOK_TEST_BROWSER: path };
        const { code, report } = await runReporting(command, "playwright.json", playwrightReport, env);
        times.push(...timesOfPlaywright(report));
        const { expected, unexpected, flaky } = report.stats;
        if (flaky > 0) console.log(`Passed the second time only: ${flaky}. They are listed above as flaky.`);
        return counted(code, expected + flaky, unexpected);
      }),
    );
  }
}

if (times.length > 1) console.log(`\nThe slowest files:\n${slowest(times).join("\n")}`);
if (values.record) recordLongRun({ outcomes, database: describeDatabase() });
summarize(outcomes);

function readArguments() {
  const options = {
    only: { type: "string" },
    long: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
  } as const;
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : error}. Only --only=<kinds>, --long, --record and files are taken.`,
    );
    process.exit(1);
  }
}

function browserProjects(): string[] {
  if (browserFiles.some((file) => file.includes("screenshots"))) return ["screenshots"];
  if (long) return ["long", "crash"];
  return ["dashboard", "reading"];
}

function keepTemporaryFilesInMemory(): void {
  const folder = makeMemoryFolder();
  if (folder === undefined) return;
  process.env.TMPDIR = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
}

function selectKinds(): (typeof kinds)[number][] {
  if (values.only !== undefined) {
    const asked = values.only.split(",");
    const unknown = asked.filter((name) => !kinds.some((kind) => kind === name));
    if (unknown.length > 0) {
      console.error(`There is no kind of test "${unknown.join('", "')}". The kinds are ${kinds.join(", ")}.`);
      process.exit(1);
    }
    return kinds.filter((kind) => asked.includes(kind));
  }
  if (positionals.length === 0) return long ? ["integration", "clients", "e2e"] : [...kinds];
  const files = { e2e: browserFiles, clients: otherFiles.filter((file) => file.includes("clients")) };
  return kinds.filter((kind) => (kind === "e2e" || kind === "clients" ? files[kind] : otherFiles).length > 0);
}

function describeDatabase(): string {
  const url = process.env.DATABASE_URL;
  if (!url) return "embedded";
  const { host, pathname } = new URL(url);
  return `the server at ${host}${pathname} (DATABASE_URL)`;
}

/** Installs the clients' packages, unless those that are there are of this lock file. */
async function installClients(): Promise<boolean> {
  const folder = resolve(root, "tests/clients");
  const marker = resolve(folder, "node_modules/.installed-lock");
  const lock = readFileSync(resolve(folder, "package-lock.json"), "utf8");
  if (existsSync(marker) && readFileSync(marker, "utf8") === lock) return true;
  const outcome = await step("clients", async () => {
    // None of the packages needs its install script; Inspector asks for a newer Node and its command line does not need it.
    const args = [
      "ci",
      "--prefix",
      folder,
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    ];
    const npm = process.env.npm_execpath;
    const code = await run(npm?.endsWith(".js") ? [process.execPath, npm, ...args] : ["npm", ...args]);
    if (code !== 0) throw new Error("The clients could not be installed; npm says why above.");
    writeFileSync(marker, lock);
    return { passed: 0, failed: 0 };
  });
  if (outcome.failed > 0) outcomes.push(outcome);
  return outcome.failed === 0;
}

/** Builds what the browser tests run against, unless the build that is there is of these sources. */
async function buildOnce(): Promise<boolean> {
  if (await isBuilt()) return true;
  const outcome = await step("production build", async () => {
    await build(() => undefined);
    return { passed: 0, failed: 0 };
  });
  if (outcome.failed > 0) outcomes.push(outcome);
  return outcome.failed === 0;
}

/** Runs a test runner and reads the report it wrote; a runner that wrote none has failed. */
async function runReporting<T>(
  command: string[],
  file: string,
  schema: z.ZodType<T>,
  env?: NodeJS.ProcessEnv,
): Promise<{ code: number; report: T }> {
  const path = resolve(root, "test-results", file);
  // The report of an earlier run must not stand in for one that this run did not write.
  rmSync(path, { force: true });
  const code = await run(command, env);
  if (!existsSync(path)) throw new Error(`The test runner ended with code ${code} and wrote no report.`);
  return { code, report: schema.parse(JSON.parse(readFileSync(path, "utf8"))) };
}

/** An exit code that reports a failure no test accounts for (an unhandled rejection, a failing teardown) is one more. */
function counted(code: number, passed: number, failed: number): { passed: number; failed: number } {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}
