import type { ProbeExpectation, ProbeTrial } from "@/lib/citations/contract";
import type { Session } from "../api";
import { asking, type Register } from "../command";
import { CliError, type Exit, noUnless } from "../exit";
import { isId, readInput, wholeNumber } from "../input";

const STYLES = { holds: "green", violated: "red", unknown: "yellow" } as const;

type Options = {
  repository: string;
  ref?: string;
  atLeast?: string;
  path?: string[];
  except?: string[];
};

const collect = (value: string, before: string[] = []) => [...before, value];

export const probes: Register = (program, cli) => {
  const probe = program.command("probe").description("rules that ast-grep searches for in the code");
  probe
    .command("try")
    .description("try a rule on a repository without storing it: its matches, and whether it holds")
    .argument("<rule-file>", "an ast-grep rule as YAML or JSON; - for standard input")
    .requiredOption("--repository <name>", "owner/name of the repository")
    .option("--ref <ref>", "branch, tag or commit; default: the head of the default branch")
    .option("--at-least <n>", "expect at least this many matches; default: none, each match is a violation")
    .option("--path <glob>", "files to search; can be repeated", collect)
    .option("--except <glob>", "files to exclude; can be repeated", collect)
    .action(asking(cli, tryRule));
  probe
    .command("set")
    .description("add a rule to a memory, after trying it")
    .argument("<memory>", "the memory's id")
    .argument("<rule-file>", "an ast-grep rule as YAML or JSON; - for standard input")
    .option("--at-least <n>", "expect at least this many matches; default: none, each match is a violation")
    .option("--path <glob>", "files to search; can be repeated", collect)
    .option("--except <glob>", "files to exclude; can be repeated", collect)
    .option("--accept-violated", "store it although it is violated, to follow how that changes")
    .action(asking(cli, setRule));
};

const expectationOf = (at_least: string | undefined): ProbeExpectation =>
  at_least === undefined ? { violations: "none" } : { at_least: wholeNumber(at_least) };

async function tryRule(session: Session, file: string, options: Options): Promise<Exit | undefined> {
  const { probeTry } = await import("@/lib/citations/contract");
  const { repository, ref, atLeast, path: paths, except } = options;
  const trial = await session.call(probeTry, {
    repository,
    ref,
    rule: await readInput(session.io, file),
    expectation: expectationOf(atLeast),
    paths,
    except,
  });
  await session.answer(trial, () => show(session, trial));
  return noUnless(trial.status === "holds");
}

async function setRule(
  session: Session,
  memory_id: string,
  file: string,
  options: Omit<Options, "repository" | "ref"> & { acceptViolated?: true },
): Promise<undefined> {
  if (!isId(memory_id)) throw new CliError("usage", `${memory_id} is not a memory's id.`);
  const { memoryProbeSet } = await import("@/lib/memories/contract");
  const { atLeast, path: paths, except, acceptViolated } = options;
  const probe = await session.call(memoryProbeSet, {
    memory_id,
    rule: await readInput(session.io, file),
    expectation: expectationOf(atLeast),
    paths,
    except,
    accept_violated: acceptViolated === true,
  });
  await session.answer(probe, () => session.say(`Stored: ${probe.summary}.`));
  return undefined;
}

async function show(session: Session, trial: ProbeTrial): Promise<void> {
  const { status, summary, reason, places, matches, files, skipped, skipped_files, files_with_errors } =
    trial;
  await session.table(
    [trial],
    [
      { title: "result", value: () => summary, style: () => STYLES[status] },
      { title: "matches", value: () => matches, align: "right" },
      { title: "support", value: ({ support }) => support, align: "right" },
      { title: "files", value: () => files, align: "right" },
      { title: "commit", value: ({ commit_sha }) => commit_sha.slice(0, 10) },
    ],
  );
  if (reason !== null) await session.say(reason);
  if (places.length > 0) {
    await session.say("");
    await session.table(places, [
      { title: "place", value: ({ path, line_start }) => `${path}:${line_start}` },
      { title: "text", value: ({ text }) => text, flexible: true },
    ]);
  }
  if (matches > places.length && places.length > 0)
    await session.say(`${matches - places.length} more are not listed.`);
  if (files_with_errors > 0)
    await session.say(
      `Files with a syntax error, searched as far as they can be read: ${files_with_errors}.`,
    );
  if (skipped_files > 0) await session.say(`\nNot searched: ${skipped_files}.`);
  for (const { path, reason: why } of skipped) await session.say(`${path}: ${why}`);
}
