import type { Session } from "../api";
import { asking, type Register } from "../command";
import { oneOf, wholeNumber } from "../input";
import { percent } from "../shares";

type Where = { repository?: string };

const collect = (value: string, before: string[] = []) => [...before, value];

export const tasks: Register = (program, cli) => {
  const task = program.command("task").description("pieces of work, their iterations and what helped");
  task
    .command("record")
    .description("record a task, or its progress")
    .argument("<task>", "your id of the task")
    .option("--description <text>", "what the task is; needed the first time")
    .option("--status <status>", "open, passed, failed or cancelled")
    .option("-r, --repository <owner/name>", "the repository that it is in")
    .option("--iteration <n>", "record this iteration")
    .option("--phase <phase>", "of the iteration: planning or reflecting", "planning")
    .option("--found <n>", "how many patterns the iteration found")
    .option("--used <pattern>", "a pattern that it followed; can be repeated", collect)
    .option("--output <text>", "the result of the iteration")
    .action(asking(cli, recordTask));
  task
    .command("metrics")
    .description("how often patterns and solutions are found, used and help")
    .option("-r, --repository <owner/name>", "of this repository only")
    .action(asking(cli, showMetrics));
};

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
