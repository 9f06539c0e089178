import { placeIn } from "@/lib/kernel/places";
import type { Session } from "../api";
import { asking, type Register } from "../command";
import { CliError, type Exit, noUnless } from "../exit";
import { readInput } from "../input";
import { firstLine, percent } from "../shares";

type Where = { repository?: string };

const collect = (value: string, before: string[] = []) => [...before, value];

export const patterns: Register = (program, cli) => {
  const pattern = program.command("pattern").description("solutions that other tasks can use");
  pattern
    .command("store")
    .description("store the solution of a passed task; exits 1 when it is refused")
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
    .argument("<problem>", "the problem to solve")
    .option("-r, --repository <owner/name>", "of this repository only")
    .option("--dependency <name>", "those that share it come first; can be repeated", collect)
    .action(asking(cli, searchPatterns));
};

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
  const place = placeIn(cite);
  if (place === null) throw new CliError("usage", `${cite} is not a place; write it as src/a.ts:3-9.`);
  return place;
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
  return noUnless(answer.stored);
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
  return noUnless(found.items.length > 0);
}
