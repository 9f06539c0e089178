import type { Rename } from "../repositories/source";

export const RENAME_LIMIT = 2000;

export const DETECT_RENAMES = [
  "-M",
  `-l${RENAME_LIMIT}`,
  "--diff-filter=R",
  "--name-status",
  "-z",
  "--no-ext-diff",
  "--no-textconv",
];

/** Commits that follow one another by first parents, oldest first, and the renames in them. */
export type Chain = {
  commits: readonly string[];
  positions: ReadonlyMap<string, number>;
  /** `position` counts from the first of `commits`, whose own changes are not in it. */
  steps: readonly { position: number; rename: Rename }[];
};

export function chainOf(commits: readonly string[], renames: readonly Rename[]): Chain {
  const positions = new Map(commits.map((commit, position) => [commit, position]));
  return {
    commits,
    positions,
    steps: renames.map((rename) => ({ position: positions.get(rename.commit) ?? 0, rename })),
  };
}

/** Two chains of which the second begins where the first ends. */
export function joinChains(first: Chain, second: Chain): Chain {
  const renames = [...first.steps, ...second.steps].map(({ rename }) => rename);
  return chainOf([...first.commits, ...second.commits.slice(1)], renames);
}

/** Null when the chain does not reach from one commit to the other. */
export function renamesInChain(chain: Chain | null, from: string, to: string): Rename[] | null {
  const first = chain?.positions.get(from);
  const last = chain?.positions.get(to);
  if (!chain || first === undefined || last === undefined || first > last) return null;
  return chain.steps
    .filter(({ position }) => position > first && position <= last)
    .map(({ rename }) => rename);
}

/** `--name-status -z`, perhaps with `%x01%H` before the files of each commit; `commit` is the one meant when not. */
export function parseRenames(output: string, commit: string): Rename[] {
  const found: Rename[] = [];
  const tokens = output.split("\0");
  let at = commit;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = (tokens[index] ?? "").trimStart();
    if (token.startsWith("\u0001")) at = token.slice(1);
    else if (/^R\d+$/.test(token)) {
      const from = tokens[index + 1];
      const to = tokens[index + 2];
      if (from !== undefined && to !== undefined) found.push({ commit: at, from, to });
      index += 2;
    }
  }
  return found;
}
