import type { Session } from "../api";
import { asking, type Register } from "../command";
import { readInput } from "../input";
import { firstLine } from "../shares";

export const ciResults: Register = (program, cli) => {
  program
    .command("ci-results")
    .description("import a test report: failing tests become failures, tests that pass again solve them")
    .argument(
      "<report-file>",
      "JUnit XML, JSON of vitest, jest, pytest-json-report or go test; - for standard input",
    )
    .requiredOption("-r, --repository <owner/name>", "the repository that was tested")
    .requiredOption("--commit <id>", "the full id of the commit that was tested")
    .option("--branch <name>", "the branch that was tested")
    .option("--run-id <id>", "the run that the report is of; further reports of it are stored too")
    .option("--run-at <time>", "when the tests ran (ISO 8601); default: now")
    .option("--task <id>", "the recorded task that they ran in")
    .action(asking(cli, takeIn));
};

type ResultOptions = {
  repository: string;
  commit: string;
  branch?: string;
  runId?: string;
  runAt?: string;
  task?: string;
};

async function takeIn(session: Session, file: string, options: ResultOptions): Promise<undefined> {
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
    if (!answer.stored) return session.say("Nothing new: this report was imported before.");
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
