/**
 * Where cited lines went, found by walking a real history commit by commit with git's own diffs. It is the truth that
 * the product's verdicts are measured against, so it shares no code with them: the product sees two trees, the tracker
 * every step between them. What a step does not decide beyond doubt is dropped.
 */
import { spawn } from "node:child_process";
import { distance } from "fastest-levenshtein";
import { gitLines, type Place, type TreeTexts } from "./citations-git";

export type TrueStatus = "unchanged" | "moved" | "renamed" | "edited" | "missing" | "invalid";

/** `invalid`: edited or missing, and both words would do. `place` is null for what is not there any more. */
export type Truth = {
  status: TrueStatus;
  place: Place | null;
  /** The text differs in white space only. */
  whitespace: boolean;
  /** Gone or edited, while the same text stands where it stood before, in another copy. */
  decoy: boolean;
  /** The text stands more than once in its file, at creation or at the check. */
  duplicate: boolean;
};

export type DiffAlgorithm = "histogram" | "myers";

type Hunk = { old_start: number; old_count: number; new_start: number; new_count: number; added: string[] };
type FileDiff = { from: string | null; to: string | null; binary: boolean; hunks: Hunk[] };

type Tracked = Place & {
  /** Lines without white space, blank ones left out. */
  text: readonly string[];
  state: "intact" | "edited" | "missing" | "doubtful";
  /** It went into another file that was not renamed from its own. */
  crossed: boolean;
};

/** A line without white space, and without the byte order mark of a file's first line (its bytes as characters). */
const bare = (line: string): string => line.replace(/^\u00ef\u00bb\u00bf/u, "").replace(/\s+/gu, "");
export const solid = (lines: readonly string[]): string[] => lines.map(bare).filter((line) => line !== "");

/** Follows places from commit `from` to `to` along the first parents, through one pass of `git log -p`. */
export async function track(
  git_dir: string,
  {
    places,
    from,
    to,
  }: { from: string; to: string; places: readonly (Place & { text: readonly string[] })[] },
  algorithm: DiffAlgorithm,
): Promise<readonly Tracked[]> {
  const tracked: Tracked[] = places.map((place) => ({
    ...place,
    text: solid(place.text),
    state: "intact",
    crossed: false,
  }));
  const by_path = new Map<string, Set<Tracked>>();
  const put = (one: Tracked): void => {
    const there = by_path.get(one.path) ?? new Set();
    by_path.set(one.path, there.add(one));
  };
  tracked.forEach(put);
  for await (const diffs of commitDiffs(git_dir, from, to, algorithm)) {
    const touched = diffs.flatMap((diff) =>
      diff.from === null ? [] : [...(by_path.get(diff.from) ?? [])].map((one) => ({ one, diff })),
    );
    for (const { one } of touched) by_path.get(one.path)?.delete(one);
    for (const { one, diff } of touched) {
      step(one, diff, diffs);
      if (one.state === "intact" || one.state === "edited") put(one);
    }
  }
  return tracked;
}

/** One commit's effect on one place. */
function step(one: Tracked, diff: FileDiff, all: readonly FileDiff[]): void {
  if (diff.binary) {
    one.state = "doubtful";
    return;
  }
  const path = diff.to;
  const before = diff.hunks.filter((hunk) => lastOf(hunk) < one.line_start);
  const inside = diff.hunks.filter(
    (hunk) =>
      !before.includes(hunk) && (hunk.old_count > 0 ? hunk.old_start : hunk.old_start + 1) <= one.line_end,
  );
  const shift = before.reduce((sum, hunk) => sum + hunk.new_count - hunk.old_count, 0);
  if (path !== null && inside.length === 0) {
    Object.assign(one, { path, line_start: one.line_start + shift, line_end: one.line_end + shift });
    return;
  }

  const arrivals = one.state === "intact" ? all.flatMap((other) => arrivalsIn(other, one.text)) : [];
  const removed = inside.reduce((sum, hunk) => sum + overlap(hunk, one), 0);
  const gone = path === null || removed === one.line_end - one.line_start + 1;
  if (arrivals.length > 0) {
    const [arrival] = arrivals;
    // A text that is added once where it went away was moved; anything else is a matter of opinion.
    const telling = one.text.join("").length >= 20;
    if (gone && arrivals.length === 1 && arrival && telling)
      Object.assign(one, arrival, { crossed: one.crossed || arrival.path !== path });
    else one.state = "doubtful";
    return;
  }
  const first = inside[0];
  const last = inside.at(-1);
  if (path === null || !first || !last) {
    one.state = "missing";
    return;
  }
  const replaced = inside.reduce((sum, hunk) => sum + hunk.new_count, 0);
  if (gone && replaced === 0) {
    one.state = "missing";
    return;
  }
  // The first line not removed stands where the shift puts it; a hunk that reaches over an edge counts whole.
  const head_survives = first.old_count === 0 || first.old_start > one.line_start;
  // A hunk without new lines names the line before it.
  const start_of_hunk = first.new_count > 0 ? first.new_start : first.new_start + 1;
  const new_start = head_survives ? one.line_start + shift : start_of_hunk;
  const tail_survives = first.old_count === 0 || lastOf(last) < one.line_end;
  const total = inside.reduce((sum, hunk) => sum + hunk.new_count - hunk.old_count, shift);
  const new_end = tail_survives ? one.line_end + total : last.new_start + Math.max(0, last.new_count - 1);
  Object.assign(one, {
    path,
    line_start: new_start,
    line_end: Math.max(new_start, new_end),
    state: "edited",
  });
}

const lastOf = (hunk: Hunk): number =>
  hunk.old_count > 0 ? hunk.old_start + hunk.old_count - 1 : hunk.old_start;

function overlap(hunk: Hunk, one: Place): number {
  if (hunk.old_count === 0) return 0;
  return Math.max(0, Math.min(lastOf(hunk), one.line_end) - Math.max(hunk.old_start, one.line_start) + 1);
}

/** Where a file's added lines hold the whole text, line by line, blank lines aside. */
function arrivalsIn(diff: FileDiff, text: readonly string[]): Place[] {
  const { to } = diff;
  if (to === null) return [];
  return diff.hunks.flatMap((hunk) =>
    standings(hunk.added, text).map(({ first, last }) => ({
      path: to,
      line_start: hunk.new_start + first,
      line_end: hunk.new_start + last,
    })),
  );
}

/** 0-indexed places in `lines` where the text stands, white space and blank lines aside. */
export function standings(
  lines: readonly string[],
  text: readonly string[],
): { first: number; last: number }[] {
  const rows = lines.flatMap((line, row) => (bare(line) === "" ? [] : [{ row, line: bare(line) }]));
  const found: { first: number; last: number }[] = [];
  for (let start = 0; start + text.length <= rows.length; start += 1) {
    if (!text.every((line, index) => rows[start + index]?.line === line)) continue;
    found.push({ first: rows[start]?.row ?? 0, last: rows[start + text.length - 1]?.row ?? 0 });
  }
  return found;
}

/** The files of each commit that differ from its first parent, oldest commit first; white space ignored. */
async function* commitDiffs(
  git_dir: string,
  from: string,
  to: string,
  algorithm: DiffAlgorithm,
): AsyncGenerator<FileDiff[]> {
  const child = spawn(
    "git",
    [
      "-c",
      "core.quotePath=false",
      `--git-dir=${git_dir}`,
      "log",
      "--first-parent",
      "-m",
      "--reverse",
      "-p",
      "-U0",
      "-w",
      "-M",
      "-l2000",
      `--diff-algorithm=${algorithm}`,
      "--no-color",
      "--no-ext-diff",
      "--no-textconv",
      "--src-prefix=a/",
      "--dst-prefix=b/",
      "--format=%x01%H",
      `${from}..${to}`,
      "--",
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  child.stdout.setEncoding("latin1");
  let diffs: FileDiff[] = [];
  let current: FileDiff | null = null;
  let hunk: Hunk | null = null;
  let removed_left = 0;
  let added_left = 0;
  let began = false;
  for await (const raw of gitLines(child.stdout)) {
    if (hunk && removed_left > 0 && raw.startsWith("-")) {
      removed_left -= 1;
      continue;
    }
    if (hunk && added_left > 0 && raw.startsWith("+")) {
      added_left -= 1;
      hunk.added.push(raw.slice(1));
      continue;
    }
    if (raw.startsWith("\u0001")) {
      if (began) yield diffs;
      [began, diffs, current, hunk] = [true, [], null, null];
    } else if (raw.startsWith("diff --git ")) {
      current = { from: null, to: null, binary: false, hunks: [] };
      hunk = null;
      // The same name on both sides unless the lines below say otherwise.
      const names = raw.slice("diff --git ".length);
      const half = (names.length - 1) / 2;
      if (names.slice(2, half) === names.slice(half + 3)) {
        const name = decodePath(names.slice(2, half));
        Object.assign(current, { from: name, to: name });
      }
      diffs.push(current);
    } else if (!current) continue;
    else if (raw.startsWith("rename from ")) current.from = decodePath(raw.slice(12));
    else if (raw.startsWith("rename to ")) current.to = decodePath(raw.slice(10));
    else if (raw.startsWith("new file mode ")) current.from = null;
    else if (raw.startsWith("deleted file mode ")) current.to = null;
    else if (raw.startsWith("Binary files ")) current.binary = true;
    else {
      const [, os, oc = "1", ns, nc = "1"] = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(raw) ?? [];
      if (os === undefined || ns === undefined) continue;
      removed_left = Number(oc);
      added_left = Number(nc);
      hunk = {
        old_start: Number(os),
        old_count: removed_left,
        new_start: Number(ns),
        new_count: added_left,
        added: [],
      };
      current.hunks.push(hunk);
    }
  }
  const code = await ended;
  // A clone that lacks contents ends the walk early, and everything would seem to stand still.
  if (code !== 0) throw new Error(`git log ended with ${code}: the clone is not whole`);
  if (began) yield diffs;
}

const decodePath = (raw: string): string => Buffer.from(raw, "latin1").toString("utf8");

/** What a place became, judged at both ends; null when the walk or the ends leave a doubt. */
export function truthOf(
  one: Tracked,
  origin: Place,
  trees: { before: TreeTexts; after: TreeTexts },
): Truth | null {
  if (one.state === "doubtful" || one.text.length === 0) return null;
  const copies_before = trees.before.standings(one.text);
  const copies_after = trees.after.standings(one.text);
  const in_file = (copies: readonly Place[], path: string): number =>
    copies.filter((copy) => copy.path === path).length;
  const duplicate = in_file(copies_before, origin.path) > 1 || in_file(copies_after, one.path) > 1;
  const now = trees.after.lines(one.path)?.slice(one.line_start - 1, one.line_end) ?? null;
  const place = { path: one.path, line_start: one.line_start, line_end: one.line_end };
  const same = now !== null && solid(now).join("\n") === one.text.join("\n");
  if (one.state === "intact") {
    // Of a text with copies, any may have been the one that was taken along.
    if (!same || (one.crossed && copies_before.length > 1)) return null;
    const was = trees.before.lines(origin.path)?.slice(origin.line_start - 1, origin.line_end) ?? [];
    const status_in_file = one.line_start === origin.line_start ? "unchanged" : "moved";
    const status = one.path === origin.path ? status_in_file : "renamed";
    const whitespace = was.join("\n") !== now.join("\n");
    return { status, place, whitespace, decoy: false, duplicate };
  }
  // A text that was unique and stands somewhere again was moved, copied or brought back in steps.
  const decoy = copies_after.length > 0;
  if (decoy && copies_before.length < 2) return null;
  // Broken into lines differently.
  const joined = one.text.join("");
  if (!decoy && trees.after.lines(one.path)?.map(bare).join("").includes(joined)) return null;
  const gone = { place: null, whitespace: false, decoy, duplicate };
  if (one.state === "missing") return { ...gone, status: "missing" };
  const likeness = now === null ? 0 : likenessOf(one.text, now);
  if (likeness === 1) return null;
  if (likeness >= 0.7) return { status: "edited", place, whitespace: false, decoy, duplicate };
  return { ...gone, status: "invalid" };
}

/** The best likeness of any run of lines of about the text's height, 0–1. */
function likenessOf(text: readonly string[], region: readonly string[]): number {
  const rows = solid(region);
  const wanted = text.join(" ");
  let best = 0;
  for (let height = Math.max(1, text.length - 3); height <= text.length + 3; height += 1) {
    for (let start = 0; start === 0 || start + height <= rows.length; start += 1) {
      const window = rows.slice(start, start + height).join(" ");
      best = Math.max(best, 1 - distance(wanted, window) / Math.max(wanted.length, window.length));
    }
  }
  return best;
}
