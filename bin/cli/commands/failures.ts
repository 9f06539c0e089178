import type { Session } from "../api";
import { asking, type Register } from "../command";
import { CliError, type Exit, noUnless } from "../exit";
import { isId, oneOf, readInput } from "../input";
import { firstLine } from "../shares";

type Where = { repository?: string };

export const failures: Register = (program, cli) => {
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
    .description("failures similar to an error, with their solutions")
    .argument("<output-file>", "the error's output; - for standard input")
    .option("-r, --repository <owner/name>", "of this repository only")
    .option("--open", "also those without a solution")
    .action(asking(cli, searchFailures));
  failure
    .command("list")
    .description("failures, last seen first")
    .option("-r, --repository <owner/name>", "of this repository only")
    .option("--status <status>", "open, solved or returned")
    .action(asking(cli, listFailures));
  failure
    .command("solve")
    .description("attach a solution to a failure")
    .argument("<failure>", "the failure's id")
    .argument("<solution>", "what was wrong and what fixed it")
    .option("--commit <id>", "the commit that fixed it")
    .action(asking(cli, solveFailure));
};

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
  return noUnless(answer.stored);
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
  return noUnless(found.items.length > 0);
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
  if (!isId(failure_id)) throw new CliError("usage", `${failure_id} is not a failure's id.`);
  const { failureSolve } = await import("@/lib/tasks/contract");
  const failure = await session.call(failureSolve, { failure_id, solution, commit });
  await session.answer(failure, () => session.say(`Solved: ${failure.signature}.`));
  return undefined;
}
