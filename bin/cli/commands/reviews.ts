import type { OutputOf } from "@/lib/kernel/contract";
import type { reviewImportGet } from "@/lib/reviews/contract";
import type { Session } from "../api";
import { asking, type Register } from "../command";
import { CliError } from "../exit";
import { isStandard, readInput } from "../input";
import { warnIfOff } from "../memory-off";

type Options = {
  name?: string;
  repository?: string;
  skill?: string;
  agent?: string;
  workflow?: string;
  root?: string;
  open?: true;
  draft?: true;
  wait: boolean;
};

/** Evaluations a call, and characters of them: the API takes 2 MB. */
const A_CALL = { most: 500, characters: 1_000_000 };
const PAUSE_MS = 500;
const PULL_REQUEST =
  /^(?:https:\/\/[^/]+\/)?(?<repository>[\w.-]+\/[\w.-]+)(?:#|\/pull\/)(?<number>[1-9]\d*)(?:[/?#].*)?$/;

export const reviews: Register = (program, cli) => {
  const review = program.command("review").description("evaluated code reviews");
  review
    .command("import")
    .description(
      "import evaluations (JSON or JSON Lines), an analyzer's results (SARIF), or the review threads of a GitHub pull " +
        "request; the worker stores them, invalid ones are skipped with the reason",
    )
    .argument("<source>", "a file, - for standard input, owner/name#12, or a pull request's address")
    .option("--name <name>", "name of the import; default: the file's name")
    .option(
      "-r, --repository <owner/name>",
      "SARIF: the repository analyzed; pull request: its name here, if another",
    )
    .option("--skill <name>", "the skill that the reviewer followed")
    .option("--agent <name>", "SARIF: the analyzer; pull request: only threads that this login started")
    .option("--workflow <id>", "SARIF: identifies the run, such as its commit; default: the file's name")
    .option(
      "--root <folder>",
      "SARIF: the repository's folder where it ran; default: found by comparing paths",
    )
    .option("--open", "SARIF: count results that are neither suppressed nor fixed as deferred findings")
    .option("--draft", "SARIF, pull request: store it as a draft to review and correct first")
    .option("--no-wait", "do not wait until it is stored")
    .action(asking(cli, importReviews));
};

async function importReviews(session: Session, source: string, options: Options): Promise<"no" | undefined> {
  const contracts = await import("@/lib/reviews/contract");
  const pull = PULL_REQUEST.exec(source)?.groups;
  const { repository, skill, agent, draft = false } = options;
  const common = { skill, confirm: !draft };
  let started: Awaited<ReturnType<typeof handIn>>;
  if (pull && pull.repository !== undefined)
    started = await session.call(contracts.reviewImportGithub, {
      ...common,
      repository: repository ?? pull.repository,
      pull_request: Number(pull.number),
      ...(repository !== undefined && { github_name: pull.repository }),
      reviewer: agent,
    });
  else {
    const text = await readInput(session.io, source);
    const sarif = sarifOf(text);
    const name = (options.name ?? (isStandard(source) ? "standard input" : baseName(source))).slice(0, 200);
    started = sarif
      ? await session.call(contracts.reviewImportSarif, {
          ...common,
          sarif,
          workflow_id: options.workflow ?? name,
          repository,
          agent,
          root: options.root,
          include_open: options.open ?? false,
        })
      : await handIn(session, text, name, source);
  }
  if (draft || !options.wait) return tell(session, started.id);
  return wait(session, started.id);
}

const baseName = (file: string) => file.replace(/^.*[/\\]/, "");

/** The log of an analyzer, or null when the text is none. */
function sarifOf(text: string): Record<string, unknown> | null {
  if (!/"runs"\s*:/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== "object" || !("runs" in value)) return null;
    if (Array.isArray(value.runs)) return { ...value };
    return null;
  } catch {
    return null;
  }
}

async function handIn(session: Session, text: string, name: string, source: string) {
  const [{ reviewImport }, { inCalls, parseRecords }] = await Promise.all([
    import("@/lib/reviews/contract"),
    import("@/lib/kernel/records"),
  ]);
  let records: unknown[];
  try {
    records = parseRecords(text, "evaluations");
  } catch (cause) {
    throw new CliError("usage", `${source} is not valid JSON or JSON Lines.`, { cause });
  }
  const calls = inCalls(records, A_CALL);
  const [first, ...rest] = calls;
  if (first === undefined) throw new CliError("usage", `${source} has no evaluations.`);
  const bar = session.progress("Sending");
  let sent = first.length;
  try {
    let accepted = await session.call(reviewImport, { name, evaluations: first });
    for (const evaluations of rest) {
      bar.show(sent, records.length);
      accepted = await session.call(reviewImport, { import_id: accepted.id, name, evaluations });
      sent += evaluations.length;
    }
    return accepted;
  } finally {
    bar.end();
  }
}

async function wait(session: Session, import_id: string): Promise<"no" | undefined> {
  const { reviewImportGet } = await import("@/lib/reviews/contract");
  const bar = session.progress("Storing");
  try {
    for (;;) {
      const { items, finished_at } = await session.call(reviewImportGet, { import_id });
      const { waiting } = items;
      bar.show(items.total - waiting, items.total);
      if (finished_at !== null || waiting === 0) break;
      await session.io.pause(PAUSE_MS);
    }
  } finally {
    bar.end();
  }
  return tell(session, import_id);
}

/** Where nothing waits to be stored it is done, also before the worker has come by to say so. */
const statusOf = ({ status, items }: OutputOf<typeof reviewImportGet>): string => {
  if (status === "waiting" && items.waiting === 0) return "done";
  return status;
};

async function tell(session: Session, import_id: string): Promise<"no" | undefined> {
  const { reviewImportGet, reviewImportItems } = await import("@/lib/reviews/contract");
  const state = await session.call(reviewImportGet, { import_id });
  const skipped = await session.call(reviewImportItems, { import_id, state: ["skipped"], limit: 500 });
  await session.answer({ import: state, skipped: skipped.items }, async () => {
    await session.pairs([
      ["import", state.name],
      ["status", statusOf(state)],
      ["items", state.items.total],
      ["findings stored", state.findings],
      ["skipped", state.items.skipped],
      ["review it", `${session.target.url}/reviews/imports/${import_id}`],
    ]);
    if (state.findings === 0 && state.items.draft === 0) await session.say("Nothing new.");
    if (skipped.items.length === 0) return;
    await session.say("");
    if (state.kind === "evaluations")
      await session.table(skipped.items, [
        { title: "skipped", value: ({ label }) => label, flexible: true },
        { title: "because", value: ({ because }) => because, flexible: true },
      ]);
    else
      await session.table(reasonsOf(skipped.items), [
        { title: "skipped", value: ({ count }) => count },
        { title: "because", value: ({ because }) => because, flexible: true },
      ]);
  });
  const is_off = await warnIfOff(session, "findings were counted, but no memories were made from them");
  // What an analyzer or a pull request leaves out is no mistake of theirs.
  if ((state.kind === "evaluations" && state.items.skipped > 0) || is_off) return "no";
  return undefined;
}

/** An analyzer leaves out hundreds for the same few reasons. */
function reasonsOf(skipped: readonly { because: string }[]): { because: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { because } of skipped) counts.set(because, (counts.get(because) ?? 0) + 1);
  return [...counts].map(([because, count]) => ({ because, count }));
}
