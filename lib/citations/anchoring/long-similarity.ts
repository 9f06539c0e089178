import { mapLines } from "./line-map";
import { collapsedSimilarity, distanceBound, hashLine } from "./text";

/**
 * What a search for similar text may still cost, in 32-character steps of Levenshtein. `ran_out`: something was left
 * uncompared, so that not finding anything says nothing.
 */
export type Budget = { left: number; ran_out: boolean };

/** Work of one search: some 4 ms on one core. */
const SEARCH_STEPS = 400_000;

export const newBudget = (): Budget => ({ left: SEARCH_STEPS, ran_out: false });

const stepsOf = (left: string, right: string) => Math.ceil((left.length * right.length) / 32);

/**
 * Similarity of two collapsed texts, 0–1; 0 below `floor`. What both begin and end with is not compared, which changes
 * nothing. Texts too long for the budget are first laid side by side word by word, and only what differs is compared:
 * that may take them for less alike than they are, never for more.
 */
export function affordableSimilarity(left: string, right: string, floor: number, budget: Budget): number {
  const longest = Math.max(left.length, right.length);
  if (longest === 0 || left === right) return 1;
  if (Math.min(left.length, right.length) / longest < floor) return 0;
  if (floor > 0 && 1 - distanceBound(left, right) / longest < floor) return 0;
  const [one, other] = withoutCommonEnds(left, right);
  const steps = stepsOf(one, other);
  if (steps <= budget.left) {
    budget.left -= steps;
    const exact = 1 - distanceOf(one, other) / longest;
    if (exact < floor) return 0;
    return exact;
  }
  const distance = distanceByWords(one, other, budget);
  const similarity = 1 - distance.most / longest;
  if (similarity >= floor) return similarity;
  // With every word that was not compared taken for the same it would not be alike either.
  if (1 - distance.least / longest >= floor) budget.ran_out = true;
  return 0;
}

function distanceOf(left: string, right: string): number {
  const longest = Math.max(left.length, right.length);
  return Math.round((1 - collapsedSimilarity(left, right)) * longest);
}

function withoutCommonEnds(left: string, right: string): [string, string] {
  const shortest = Math.min(left.length, right.length);
  let start = 0;
  while (start < shortest && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shortest - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  return [left.slice(start, left.length - end), right.slice(start, right.length - end)];
}

/** Words and what stands between them, each a piece; joined they are the text. */
const piecesOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu) ?? [];

/** How far apart two texts are with their words side by side: at most, and at least as far as that was not compared. */
function distanceByWords(left: string, right: string, budget: Budget): { most: number; least: number } {
  const [one, other] = [piecesOf(left), piecesOf(right)];
  const nothing = { most: Math.max(left.length, right.length), least: Math.abs(left.length - right.length) };
  const steps = one.length + other.length;
  if (steps > budget.left) return nothing;
  budget.left -= steps;
  const map = mapLines(tableOf(one), tableOf(other));
  const total = { most: 0, least: 0 };
  let [from, new_from] = [0, 0];
  for (let at = 0; at <= one.length; at += 1) {
    const now = at === one.length ? other.length : (map[at] ?? -1);
    if (now < 0) continue;
    const [gone, added] = [one.slice(from, at).join(""), other.slice(new_from, now).join("")];
    const between = distanceBetween(gone, added, budget);
    total.most += between.most;
    total.least += between.least;
    [from, new_from] = [at + 1, now + 1];
  }
  return total;
}

function distanceBetween(gone: string, added: string, budget: Budget): { most: number; least: number } {
  const most = Math.max(gone.length, added.length);
  if (gone === "" || added === "") return { most, least: most };
  const steps = stepsOf(gone, added);
  if (steps > budget.left) return { most, least: Math.abs(gone.length - added.length) };
  budget.left -= steps;
  const distance = distanceOf(gone, added);
  return { most: distance, least: distance };
}

function tableOf(pieces: readonly string[]) {
  const hashes = Int32Array.from(pieces, hashLine);
  return { exact: hashes, loose: hashes };
}
