import type { CitationCounts, Repository, RepositoryCheckRun } from "@/lib/citations/contract";
import type { Session } from "../api";
import { asking, type Register } from "../command";
import type { Exit } from "../exit";
import { CliError } from "../exit";
import { isId } from "../input";

const PAUSE_MS = 500;
const PAGE = 200;
const CHECK_STYLES: Partial<Record<RepositoryCheckRun["status"], "red" | "green">> = {
  failed: "red",
  done: "green",
};

export const verify: Register = (program, cli) => {
  program
    .command("verify")
    .description("check citations against the code now: of a memory, of a repository, or of all repositories")
    .argument("[subject]", "a memory's id, or a repository as owner/name")
    .option("--ref <ref>", "a memory: branch, tag or commit; default: the head of the default branch")
    .option("--no-wait", "repositories: do not wait until the check is done")
    .action(
      asking(cli, (session, subject: string | undefined, options: { ref?: string; wait: boolean }) =>
        subject !== undefined && isId(subject)
          ? verifyMemory(session, subject, options.ref)
          : verifyRepositories(session, subject, options.wait),
      ),
    );
};

async function verifyMemory(
  session: Session,
  memory_id: string,
  ref: string | undefined,
): Promise<Exit | undefined> {
  const { memoryVerifyCitations } = await import("@/lib/memories/contract");
  const answer = await session.call(memoryVerifyCitations, { memory_id, ref });
  await session.answer(answer, async () => {
    if (!answer.stored) return session.say("Memory is off; nothing was checked.");
    if (answer.citations.length === 0) return session.say("It cites nothing that could be checked.");
    await session.table(answer.citations, [
      {
        title: "status",
        value: ({ status }) => status,
        style: ({ exists }) => (exists ? "green" : "red"),
      },
      {
        title: "cited",
        value: ({ path, line_start, line_end }) => `${path}:${line_start}-${line_end}`,
        flexible: true,
      },
      { title: "why not", value: ({ error }) => error ?? "", flexible: true },
    ]);
  });
  if (answer.valid === true) return undefined;
  return "no";
}

async function verifyRepositories(
  session: Session,
  name: string | undefined,
  wait: boolean,
): Promise<Exit | undefined> {
  const { repositoryCheck } = await import("@/lib/memories/contract");
  const repositories = await repositoriesNamed(session, name);
  const started: { repository: Repository; check_id: string }[] = [];
  for (const repository of repositories) {
    const { check_id } = await session.call(repositoryCheck, { repository_id: repository.id });
    started.push({ repository, check_id });
  }
  const runs: RepositoryCheckRun[] = [];
  for (const { repository, check_id } of started)
    runs.push(await follow(session, repository.name, check_id, wait));
  await session.answer({ checks: runs }, () =>
    session.table(runs, [
      { title: "repository", value: ({ repository }) => repository.name, flexible: true },
      {
        title: "check",
        value: ({ status }) => status,
        style: ({ status }) => CHECK_STYLES[status] ?? null,
      },
      { title: "commit", value: ({ commit }) => commit?.slice(0, 10) ?? null },
      { title: "citations", value: ({ total }) => total, align: "right" },
      {
        title: "hold",
        value: ({ counts }) => counts.unchanged + counts.moved + counts.renamed,
        align: "right",
      },
      { title: "edited", value: ({ counts }) => counts.edited, align: "right", style: red("edited") },
      { title: "missing", value: ({ counts }) => counts.missing, align: "right", style: red("missing") },
      { title: "unreachable", value: ({ counts }) => counts.unreachable, align: "right" },
      { title: "error", value: ({ error }) => error ?? "", flexible: true },
    ]),
  );
  const bad = ({ status, counts }: RepositoryCheckRun) =>
    status === "failed" || counts.edited + counts.missing > 0;
  if (runs.some(bad)) return "no";
  return undefined;
}

const red =
  (status: "edited" | "missing") =>
  ({ counts }: { counts: CitationCounts }) =>
    counts[status] > 0 ? ("red" as const) : null;

async function follow(
  session: Session,
  name: string,
  check_id: string,
  wait: boolean,
): Promise<RepositoryCheckRun> {
  const { repositoryCheckGet } = await import("@/lib/citations/contract");
  const bar = session.progress(name);
  try {
    for (;;) {
      const run = await session.call(repositoryCheckGet, { check_id });
      bar.show(run.done, run.total);
      if (!wait || (run.status !== "waiting" && run.status !== "running")) return run;
      await session.io.pause(PAUSE_MS);
    }
  } finally {
    bar.end();
  }
}

/** @throws CliError no, when there is none of that name. */
export async function repositoriesNamed(session: Session, name: string | undefined): Promise<Repository[]> {
  const { repositoryList } = await import("@/lib/citations/contract");
  const found: Repository[] = [];
  let cursor: string | undefined;
  do {
    const page = await session.call(repositoryList, { limit: PAGE, cursor });
    found.push(...page.items.filter((each) => name === undefined || each.name === name));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  if (found.length === 0)
    throw new CliError(
      "no",
      name === undefined
        ? "No repository is registered. Add one under Settings → Repositories."
        : `The repository ${name} is not registered, or your key may not see it.`,
    );
  return found;
}
