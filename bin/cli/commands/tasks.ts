import type { Command } from "commander";
import type { Session } from "../api";
import { asking, type Cli, type Register } from "../command";
import type { Exit } from "../exit";
import { CliError } from "../exit";
import { isId, oneOf, readInput, wholeNumber } from "../input";

type Where = { repository?: string };

const collect = (value: string, before: string[] = []) => [...before, value];
const firstLine = (text: string): string => text.split("\n")[0] ?? "";

export const tasks: Register = (program, cli) => {
  registerTasks(program, cli);
  registerFailures(program, cli);
  registerPatterns(program, cli);
  program
    .command("ci-results")
    .description("take in a report of tests: what fails becomes failures, what passes again solves them")
    .argument(
      "<report-file>",
      "JUnit XML, JSON of vitest, jest, pytest-json-report or go test; - for standard input",
    )
    .requiredOption("-r, --repository <owner/name>", "the repository that was tested")
    .requiredOption("--commit <id>", "the full id of the commit that was tested")
    .option("--branch <name>", "the branch that was tested")
    .option("--run-id <id>", "identifies the report; default: by commit and content")
    .option("--run-at <time>", "when the tests ran (ISO 8601); default: now")
    .option("--task <id>", "the recorded task that they ran in")
    .action(asking(cli, ciResults));
};

function registerTasks(program: Command, cli: Cli): void {
  const task = program.command("task").description("pieces of work, their iterations and what helped");
  task
    .command("record")
    .description("record a task, or how one goes on")
    .argument("<task>", "your own id of it")
    .option("--description <text>", "what it is; needed the first time")
    .option("--status <status>", "open, passed, failed or cancelled")
    .option("-r, --repository <owner/name>", "the repository that it is in")
    .option("--iteration <n>", "record this iteration")
    .option("--phase <phase>", "of the iteration: planning or reflecting", "planning")
    .option("--found <n>", "how many patterns the iteration found")
    .option("--used <pattern>", "a pattern that it followed; can be repeated", collect)
    .option("--output <text>", "what the iteration came to")
    .action(asking(cli, recordTask));
  task
    .command("metrics")
    .description("how often patterns and solutions are found, used and help")
    .option("-r, --repository <owner/name>", "of this repository alone")
    .action(asking(cli, showMetrics));
}

function registerFailures(program: Command, cli: Cli): void {
  const failure = program.command("failure").description("errors, and what solved them");
  failure
    .command("record")
    .description("record the output of a failing test or run; exits 1 when it is not stored")
    .argument("<output-file>", "the output; - for standard input")
    .option("-r, --repository <owner/name>", "the repository that it failed in")
    .option("--test <name>", "the test that failed")
    .option("--commit <id>", "the commit that failed")
    .option("--task <id>", "the recorded task that it failed in")
    .action(asking(cli, recordFailure));
  failure
    .command("search")
    .description("failures like an error, with what solved them")
    .argument("<output-file>", "the error's output; - for standard input")
    .option("-r, --repository <owner/name>", "of this repository alone")
    .option("--open", "also those without a solution")
    .action(asking(cli, searchFailures));
  failure
    .command("list")
    .description("failures, the one seen last first")
    .option("-r, --repository <owner/name>", "of this repository alone")
    .option("--status <status>", "open, solved or returned")
    .action(asking(cli, listFailures));
  failure
    .command("solve")
    .description("say what solved a failure")
    .argument("<failure>", "the failure's id")
    .argument("<solution>", "what was wrong and what mended it")
    .option("--commit <id>", "the commit that mended it")
    .action(asking(cli, solveFailure));
}

function registerPatterns(program: Command, cli: Cli): void {
  const pattern = program.command("pattern").description("solutions that other tasks can use");
  pattern
    .command("store")
    .description("keep the solution of a task that passed; exits 1 when it is refused")
    .argument("<code-file>", "the code; - for standard input")
    .requiredOption("--task <id>", "the recorded task")
    .requiredOption("--type <problem>", "the type of the problem, such as pagination")
    .requiredOption("--description <text>", "which problem it solves, and how")
    .option("-r, --repository <owner/name>", "the repository that it is in")
    .option("--language <name>", "such as python; default: by the cited path")
    .option("--tests <tests-file>", "its tests")
    .option("--dependency <name>", "a package that it needs; can be repeated", collect)
    .option("--cite <path:lines>", "the lines it came from, such as src/a.ts:3-9")
    .option("--one-off", "no other task can use it")
    .action(asking(cli, storePattern));
  pattern
    .command("search")
    .description("patterns for a problem")
    .argument("<problem>", "what is to be solved")
    .option("-r, --repository <owner/name>", "of this repository alone")
    .option("--dependency <name>", "those that share it come first; can be repeated", collect)
    .action(asking(cli, searchPatterns));
}

type RecordOptions = Where & {
  description?: string;
  status?: string;
  iteration?: string;
  phase: string;
  found?: string;
  used?: string[];
  output?: string;
};

async function recordTask(session: Session, task_id: string, options: RecordOptions): Promise<undefined> {
  const { taskRecord, TASK_STATUSES, PHASES } = await import("@/lib/tasks/contract");
  const { description, status, repository, iteration, phase, found, used = [], output } = options;
  const numbered = iteration === undefined ? [] : [wholeNumber(iteration)];
  const task = await session.call(taskRecord, {
    task_id,
    description,
    repository,
    status: status === undefined ? undefined : oneOf(TASK_STATUSES, status),
    iterations: numbered.map((number) => ({
      number,
      phase: oneOf(PHASES, phase),
      patterns_found: found === undefined ? used.length : wholeNumber(found),
      patterns_used: used,
      output,
    })),
  });
  await session.answer(task, () => session.say(`${task.task_id}: ${task.status}.`));
  return undefined;
}

const percent = ({ rate, n }: { rate: number | null; n: number }): string => {
  if (rate === null) return "none yet";
  return `${Math.round(100 * rate)} % of ${n}`;
};

async function showMetrics(session: Session, { repository }: Where): Promise<undefined> {
  const { taskMetricsGet } = await import("@/lib/tasks/contract");
  const metrics = await session.call(taskMetricsGet, { repository });
  await session.answer(metrics, async () => {
    await session.pairs([
      ["planning searches that found a pattern, 7 days", percent(metrics.planning_hits_7_days)],
      ["30 days", percent(metrics.planning_hits_30_days)],
      ["tasks with a pattern that passed", percent(metrics.passed_with_pattern)],
      ["tasks without one that passed", percent(metrics.passed_without_pattern)],
      ["failures with a solution", percent(metrics.failures_with_solution)],
      [
        "median hours from first seen to solved",
        metrics.time_to_solved.median_hours?.toFixed(1) ?? "none yet",
      ],
    ]);
  });
  return undefined;
}

type FailureOptions = Where & { test?: string; commit?: string; task?: string };

async function recordFailure(
  session: Session,
  file: string,
  options: FailureOptions,
): Promise<Exit | undefined> {
  const { failureRecord } = await import("@/lib/tasks/contract");
  const { repository, test, commit, task } = options;
  const answer = await session.call(failureRecord, {
    output: await readInput(session.io, file),
    repository,
    test_name: test,
    commit,
    task_id: task,
  });
  await session.answer(answer, async () => {
    const { failure } = answer;
    if (!failure) return session.say(`Not stored: ${answer.detail ?? answer.reason}`);
    await session.say(`${failure.id}  ${failure.signature} (seen ${failure.occurrence_count} times)`);
    if (failure.solution !== null) await session.say(`Solved before: ${failure.solution}`);
  });
  return answer.stored ? undefined : "no";
}

async function searchFailures(
  session: Session,
  file: string,
  { repository, open }: Where & { open?: true },
): Promise<Exit | undefined> {
  const { failureSearch } = await import("@/lib/tasks/contract");
  const found = await session.call(failureSearch, {
    query: await readInput(session.io, file),
    repository,
    include_open: open === true,
  });
  await session.answer(found, () =>
    session.table(found.items, [
      { title: "failure", value: ({ failure }) => failure.id },
      { title: "signature", value: ({ failure }) => failure.signature, flexible: true },
      { title: "solution", value: ({ failure }) => firstLine(failure.solution ?? ""), flexible: true },
    ]),
  );
  return found.items.length > 0 ? undefined : "no";
}

async function listFailures(
  session: Session,
  { repository, status }: Where & { status?: string },
): Promise<undefined> {
  const { failureList, FAILURE_STATUSES } = await import("@/lib/tasks/contract");
  const page = await session.call(failureList, {
    repository,
    status: status === undefined ? undefined : [oneOf(FAILURE_STATUSES, status)],
  });
  await session.answer(page, () =>
    session.table(page.items, [
      { title: "failure", value: ({ id }) => id },
      { title: "status", value: (failure) => failure.status },
      { title: "seen", value: ({ occurrence_count }) => occurrence_count },
      { title: "signature", value: ({ signature }) => signature, flexible: true },
    ]),
  );
  return undefined;
}

async function solveFailure(
  session: Session,
  failure_id: string,
  solution: string,
  { commit }: { commit?: string },
): Promise<undefined> {
  if (!isId(failure_id)) throw new CliError("usage", `${failure_id} is no failure's id.`);
  const { failureSolve } = await import("@/lib/tasks/contract");
  const failure = await session.call(failureSolve, { failure_id, solution, commit });
  await session.answer(failure, () => session.say(`Solved: ${failure.signature}.`));
  return undefined;
}

type StoreOptions = Where & {
  task: string;
  type: string;
  description: string;
  language?: string;
  tests?: string;
  dependency?: string[];
  cite?: string;
  oneOff?: true;
};

function citationOf(cite: string | undefined) {
  if (cite === undefined) return undefined;
  const found = /^(.+):(\d+)(?:-(\d+))?$/.exec(cite);
  const [, path = "", start = "", end = start] = found ?? [];
  if (!found) throw new CliError("usage", `${cite} is no place; write it as src/a.ts:3-9.`);
  return { path, line_start: Number(start), line_end: Number(end) };
}

async function storePattern(
  session: Session,
  file: string,
  options: StoreOptions,
): Promise<Exit | undefined> {
  const { patternStore } = await import("@/lib/tasks/contract");
  const { task, type, description, repository, language, tests, dependency, cite, oneOff } = options;
  const answer = await session.call(patternStore, {
    task_id: task,
    problem_type: type,
    description,
    repository,
    language,
    code: await readInput(session.io, file),
    tests: tests === undefined ? undefined : await readInput(session.io, tests),
    dependencies: dependency,
    citation: citationOf(cite),
    one_off: oneOff === true,
  });
  await session.answer(answer, () =>
    session.say(answer.stored ? `Stored as ${answer.pattern?.id}.` : `Refused: ${answer.detail}`),
  );
  return answer.stored ? undefined : "no";
}

async function searchPatterns(
  session: Session,
  query: string,
  { repository, dependency }: Where & { dependency?: string[] },
): Promise<Exit | undefined> {
  const { patternSearch } = await import("@/lib/tasks/contract");
  const found = await session.call(patternSearch, { query, repository, dependencies: dependency });
  await session.answer(found, () =>
    session.table(found.items, [
      { title: "pattern", value: ({ pattern }) => pattern.id },
      { title: "problem", value: ({ pattern }) => pattern.problem_type },
      { title: "description", value: ({ pattern }) => firstLine(pattern.description), flexible: true },
      { title: "worked", value: ({ pattern }) => percent(pattern.success) },
    ]),
  );
  return found.items.length > 0 ? undefined : "no";
}

type ResultOptions = {
  repository: string;
  commit: string;
  branch?: string;
  runId?: string;
  runAt?: string;
  task?: string;
};

async function ciResults(session: Session, file: string, options: ResultOptions): Promise<undefined> {
  const { ciResultsStore } = await import("@/lib/tasks/contract");
  const { repository, commit, branch, runId, runAt, task } = options;
  const answer = await session.call(ciResultsStore, {
    repository,
    commit,
    branch,
    run_id: runId,
    run_at: runAt,
    task_id: task,
    report: await readInput(session.io, file),
  });
  await session.answer(answer, async () => {
    if (!answer.stored) return session.say("Nothing new: this report was taken in before.");
    await session.pairs([
      ["tests", answer.tests],
      ["failed", answer.failed],
      ["failures stored", answer.failures.length],
      ["not stored", answer.not_stored.length],
      ["solved", answer.solved.length],
    ]);
    const solved_before = answer.failures.filter(({ solution }) => solution !== null);
    if (solved_before.length === 0) return;
    await session.table(solved_before, [
      { title: "test", value: ({ test_name }) => test_name, flexible: true },
      { title: "solved before by", value: ({ solution }) => firstLine(solution ?? ""), flexible: true },
    ]);
  });
  return undefined;
}
