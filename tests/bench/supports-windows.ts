import { git } from "./citations-git";

/** A quarter of a repository's first-parent history. */
export type Quarter = { from: string; to: string; commits: number };

const QUARTER_S = 91 * 86_400;
/** A quarter with fewer commits changes too little to be a quarter of a project at work. */
const LEAST_COMMITS = 20;

/** At most `most` quarters with work in them, spread over the history, the newest first. */
export function quartersOf(git_dir: string, most: number): Quarter[] {
  const chain = git(git_dir, "log", "--first-parent", "--format=%H %ct", "HEAD")
    .split("\n")
    .map((row) => row.split(" "))
    .map(([commit = "", at = "0"]) => ({ commit, at: Number(at) }));
  const quarters: Quarter[] = [];
  let head = 0;
  while (head < chain.length) {
    const to = chain[head];
    if (!to) break;
    const back = chain.findIndex(({ at }, index) => index > head && at <= to.at - QUARTER_S);
    const from = chain[back];
    if (!from) break;
    if (back - head >= LEAST_COMMITS)
      quarters.push({ from: from.commit, to: to.commit, commits: back - head });
    head = back;
  }
  const step = Math.max(1, quarters.length / most);
  return Array.from(
    { length: Math.min(most, quarters.length) },
    (_, index) => quarters[Math.floor(index * step)],
  ).filter((quarter) => quarter !== undefined);
}
