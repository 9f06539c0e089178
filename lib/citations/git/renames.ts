import type { Rename } from "../repositories/source";
import { type GitRepository, runChecked } from "./git-repository";

export const RENAME_LIMIT = 2000;

const DETECT_RENAMES = [
  "-M",
  `-l${RENAME_LIMIT}`,
  "--diff-filter=R",
  "--name-status",
  "-z",
  "--no-ext-diff",
  "--no-textconv",
];

const FIND = { trees: renamesOfTrees, history: renamesOfHistory };

export async function renamesBetween(
  repository: GitRepository,
  { from, to, by }: { from: string; to: string; by: "history" | "trees" },
): Promise<readonly Rename[]> {
  const key = `${by} ${from}..${to}`;
  const known = repository.renames.get(key);
  if (known) return known;
  const found = await FIND[by](repository, from, to);
  repository.renames.set(key, found);
  return found;
}

async function renamesOfTrees(
  repository: GitRepository,
  from: string,
  to: string,
): Promise<readonly Rename[]> {
  const output = await runChecked(repository, ["diff", ...DETECT_RENAMES, from, to, "--"]);
  return parseRenames(output, to).renames;
}

async function renamesOfHistory(
  repository: GitRepository,
  from: string,
  to: string,
): Promise<readonly Rename[]> {
  const known = renamesInChain(repository.chain, from, to);
  if (known) return known;
  // What a push adds, or what an older citation asks for, is walked alone and joined to what is known.
  const head = repository.chain?.commits.at(-1);
  const base = repository.chain?.commits[0];
  if (repository.chain && head !== undefined && repository.chain.positions.has(from)) {
    const added = await walk(repository, head, to);
    if (added.joined) repository.chain = joinChains(repository.chain, added);
  } else if (repository.chain && base !== undefined && repository.chain.positions.has(to)) {
    const added = await walk(repository, from, base);
    if (added.joined) repository.chain = joinChains(added, repository.chain);
  }
  const joined = renamesInChain(repository.chain, from, to);
  if (joined) return joined;
  const walked = await walk(repository, from, to);
  if (walked.joined) repository.chain = walked;
  return walked.steps.map(({ rename }) => rename);
}

/** The renames on the first parents of `to` down to `from`; `joined` when `from` is one of them. */
async function walk(
  repository: GitRepository,
  from: string,
  to: string,
): Promise<Chain & { joined: boolean }> {
  const output = await runChecked(repository, [
    "log",
    "--first-parent",
    "-m",
    "--reverse",
    "--format=%x01%H %P",
    ...DETECT_RENAMES,
    `${from}..${to}`,
    "--",
  ]);
  const { commits, renames } = parseRenames(output, to);
  // Of merged branches the first parents may lead past `from`.
  const joined = (commits[0]?.parent ?? from) === from && (commits.at(-1)?.commit ?? from) === to;
  return { ...chainOf([from, ...commits.map(({ commit }) => commit)], renames), joined };
}

/** Commits that follow one another by first parents, oldest first, and the renames in them. */
export type Chain = {
  commits: readonly string[];
  positions: ReadonlyMap<string, number>;
  /** `position` counts from the first of `commits`, whose own changes are not in it. */
  steps: readonly { position: number; rename: Rename }[];
};

function chainOf(commits: readonly string[], renames: readonly Rename[]): Chain {
  const positions = new Map(commits.map((commit, position) => [commit, position]));
  return {
    commits,
    positions,
    steps: renames.map((rename) => ({ position: positions.get(rename.commit) ?? 0, rename })),
  };
}

/** Two chains of which the second begins where the first ends. */
function joinChains(first: Chain, second: Chain): Chain {
  const renames = [...first.steps, ...second.steps].map(({ rename }) => rename);
  return chainOf([...first.commits, ...second.commits.slice(1)], renames);
}

/** Null when the chain does not reach from one commit to the other. */
function renamesInChain(chain: Chain | null, from: string, to: string): Rename[] | null {
  const first = chain?.positions.get(from);
  const last = chain?.positions.get(to);
  if (!chain || first === undefined || last === undefined || first > last) return null;
  return chain.steps
    .filter(({ position }) => position > first && position <= last)
    .map(({ rename }) => rename);
}

type Step = { commit: string; parent: string | undefined };

/** `--name-status -z`, perhaps with `%x01%H %P` before the files of each commit; `commit` is the one meant when not. */
function parseRenames(output: string, commit: string): { commits: Step[]; renames: Rename[] } {
  const commits: Step[] = [];
  const renames: Rename[] = [];
  const tokens = output.split("\0");
  let at = commit;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = (tokens[index] ?? "").trimStart();
    if (token.startsWith("\u0001")) {
      const [name = "", parent] = token.slice(1).split(" ");
      at = name;
      commits.push({ commit: name, parent });
    } else if (/^R\d+$/.test(token)) {
      const from = tokens[index + 1];
      const to = tokens[index + 2];
      if (from !== undefined && to !== undefined) renames.push({ commit: at, from, to });
      index += 2;
    }
  }
  return { commits, renames };
}
