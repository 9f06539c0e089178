/**
 * Sampled citations of public repositories and what became of them, as coordinates and verdicts only: no line of their
 * code is kept. `truthOfRepository` makes them from a clone; the file is read where the clones are.
 */
import { git, type Place, readTree, type TreeTexts } from "./citations-git";
import { solid, track, truthOf } from "./citations-tracker";
import {
  DISTANCES,
  HEADS,
  type TrueCitation,
  type TruePair,
  type TrueRepository,
} from "./citations-truth-file";
import { randomFrom } from "./statistics";

const LEAST_DISTANCE = 40;

/** Samples `count` citations for each pair of commits and follows them twice, with two diff algorithms. */
export async function truthOfRepository(
  git_dir: string,
  { name, aside, count, say }: { name: string; aside: boolean; count: number; say: (line: string) => void },
): Promise<TrueRepository> {
  const chain = git(git_dir, "rev-list", "--first-parent", "HEAD").split("\n");
  const pairs: TruePair[] = [];
  for (const [turn, share] of HEADS.entries()) {
    const head = Math.floor(chain.length * share);
    const distances = new Set(DISTANCES.map((distance) => Math.min(distance, chain.length - 2 - head)));
    for (const distance of distances) {
      const to = chain[head];
      const from = chain[head + distance];
      if (distance < LEAST_DISTANCE || to === undefined || from === undefined) continue;
      const trees = { before: readTree(git_dir, from), after: readTree(git_dir, to) };
      const random = randomFrom(distance * 31 + turn * 7 + name.length);
      const origins = sample(trees, count, random);
      const places = origins.map((origin) => ({ ...origin, text: textAt(trees.before, origin) }));
      const walks = await Promise.all([
        track(git_dir, { from, to, places }, "histogram"),
        track(git_dir, { from, to, places }, "myers"),
      ]).catch((error: Error) => error);
      if (walks instanceof Error) {
        say(`${name}, ${distance} commits: left out, ${walks.message}`);
        continue;
      }
      const [one, other] = walks;
      const citations = origins.flatMap((origin, index): TrueCitation[] => {
        const [left, right] = [one[index], other[index]];
        const truth = left && truthOf(left, origin, trees);
        const again = right && truthOf(right, origin, trees);
        if (truth && JSON.stringify(truth) === JSON.stringify(again)) return [{ origin, truth }];
        return [];
      });
      pairs.push({ from, to, distance, citations, dropped: origins.length - citations.length });
      say(`${name}, ${distance} commits: ${citations.length} of ${origins.length} followed without a doubt`);
    }
  }
  return { name, aside, pairs };
}

const textAt = (tree: TreeTexts, { path, line_start, line_end }: Place): string[] =>
  (tree.lines(path) ?? []).slice(line_start - 1, line_end);

function sample(
  trees: { before: TreeTexts; after: TreeTexts },
  count: number,
  random: () => number,
): Place[] {
  const usable = trees.before.paths.filter((path) => !/["\\\p{Cc}]/u.test(path));
  const changed = usable.filter(
    (path) => trees.before.lines(path)?.join("\n") !== trees.after.lines(path)?.join("\n"),
  );
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const found = new Map<string, Place>();
  for (let attempt = 0; found.size < count && attempt < count * 60; attempt += 1) {
    const path = pick(random() < 0.7 && changed.length > 0 ? changed : usable);
    const lines = path === undefined ? null : trees.before.lines(path);
    if (path === undefined || !lines || lines.length < 3) continue;
    const first = Math.floor(random() * lines.length);
    const height = drawHeight(random);
    const last = Math.min(lines.length - 1, first + Math.floor(height) - 1);
    if ((lines[first] ?? "").trim() === "" || (lines[last] ?? "").trim() === "") continue;
    const origin = { path, line_start: first + 1, line_end: last + 1 };
    const text = solid(lines.slice(first, last + 1));
    // Few would cite a lone bracket.
    if (text.join("").replace(/[^A-Za-z0-9]/g, "").length < 3 && random() < 0.8) continue;
    // Every fifth stands more than once.
    if (found.size % 5 === 0 && attempt % 50 !== 49 && trees.before.standings(text).length < 2) continue;
    found.set(`${path}:${first}:${last}`, origin);
  }
  return [...found.values()];
}

/** How many lines are cited: one of a fifth, a few mostly, a whole function at times. */
export function drawHeight(random: () => number): number {
  const kind = random();
  if (kind < 0.2) return 1;
  if (kind < 0.6) return 2 + random() * 3;
  if (kind < 0.9) return 5 + random() * 8;
  return 13 + random() * 18;
}
