import type { FileChange, FileHistory, FileState } from "../repositories/source";
import { type Anchor, EVIDENCE_ALNUM } from "./anchor";
import { citedOf, type OldFile } from "./cited-text";
import { mapLines } from "./line-map";
import type { Located } from "./located";
import { type Span, solidRows } from "./spans";
import { cameFromElsewhere, originOf } from "./surviving-lines";
import { BLANK_HASH, type DecodedSource, findRuns, type LineTable, lineTable } from "./text";

/** Lines that are read on one way at most, over all states of the files: some 100 ms. */
const MOST_LINES = 400_000;
/** Files of one commit that are looked into when a text left its own in it. */
const MOST_FILES = 300;

/**
 * Where followed lines are in one state of a file. `whole`: the text stands there. Else they are what took its place,
 * none when `last` is before `first`.
 */
export interface Trail extends Span {
  whole: boolean;
}

type FileLines = { lines: readonly string[]; table: LineTable };
/**
 * What became of followed lines in one step. `sure`: what stands around them says that smaller steps would end at the
 * same lines. `arrived`: they are gone from their place, and the text came to these of the same file.
 */
export type Step =
  | { came: "stands" | "lost"; trail: Trail; sure: boolean }
  | { came: "arrived"; places: Span[] };

/** One step of followed lines, from a state of their file to a later one. */
export function stepLines(at: Trail, text: Int32Array, before: LineTable, after: FileLines): Step {
  const map = mapLines(before, after.table);
  const followed = at.whole ? followText(at, before, after.table, map) : null;
  if (followed) {
    const sure =
      standOneForOne(text, before, after.table) && keepsNeighbours(at, followed, before, after.table);
    return { came: "stands", trail: { ...followed, whole: true }, sure };
  }
  const region = between(at, map, after);
  const places = arrivals(text, { before, after, cited: at });
  if (at.whole && places.length > 0) return { came: "arrived", places };
  // A change that was undone: the text stands again between the lines that stood around it.
  const back = places.filter(({ first, last }) => first >= region.first && last <= region.last);
  const [only] = back;
  if (only && back.length === 1) return { came: "stands", trail: { ...only, whole: true }, sure: false };
  return {
    came: "lost",
    trail: { ...region, whole: false },
    sure: !at.whole && keepsNeighbours(at, region, before, after.table),
  };
}

/** Where the lines of a text stand after a diff, if all of them survive and still follow one another. */
function followText(at: Span, before: LineTable, after: LineTable, map: Int32Array): Span | null {
  const rows = solidRows(before.loose, at.first, at.last);
  const found = rows.map((row) => map[row] ?? -1);
  const [first = -1] = found;
  const last = found.at(-1) ?? -1;
  if (found.includes(-1)) return null;
  if (solidRows(after.loose, first, last).length === rows.length) return { first, last };
  return null;
}

/** Every copy of the text stands where the diff says, and no other does. */
function standOneForOne(text: Int32Array, before: LineTable, after: LineTable): boolean {
  const then = findRuns(text, before.loose);
  const now = findRuns(text, after.loose);
  const map = mapLines(before, after);
  return then.length === now.length && then.every(({ first }, index) => map[first] === now[index]?.first);
}

/** The nearest lines above and below are still the nearest, or the file ends there. */
function keepsNeighbours(at: Span, now: Span, before: LineTable, after: LineTable): boolean {
  const map = mapLines(before, after);
  return ([-1, 1] as const).every((step) => {
    const old_row = nearest(before, step < 0 ? at.first : at.last, step);
    const row = nearest(after, step < 0 ? now.first : now.last, step);
    if (old_row === null || row === null) return old_row === row;
    return map[old_row] === row;
  });
}

/** The nearest row above or below that is not blank; null at the end of the file. */
function nearest({ loose }: LineTable, row: number, step: 1 | -1): number | null {
  let found = row + step;
  while (loose[found] === BLANK_HASH) found += step;
  if (loose[found] === undefined) return null;
  return found;
}

/** Places of a text to which it came between two states of a file; `before` null for a new file. */
function arrivals(
  text: Int32Array,
  { before, after, cited }: { before: LineTable | null; after: FileLines; cited: Span | null },
): Span[] {
  const places = findRuns(text, after.table.loose);
  if (!before || places.length === 0) return places;
  const origin = originOf(mapLines(before, after.table), after.lines.length);
  return places.filter((place) => !cameFromElsewhere(place, after, origin, cited));
}

/** What stands now between the lines that stood around, none when `last` is before `first`. */
function between(at: Span, map: Int32Array, after: FileLines): Span {
  let first = at.first <= at.last ? at.first : at.first - 1;
  let last = at.first <= at.last ? at.last : at.last + 1;
  const inside = (row: number): boolean => row >= at.first && row <= at.last;
  while (first >= 0 && (map[first] ?? -1) < 0) first -= 1;
  while (last < map.length && (map[last] ?? -1) < 0) last += 1;
  const above = first < 0 ? -1 : (map[first] ?? -1);
  const below = last >= map.length ? after.lines.length : (map[last] ?? after.lines.length);
  let [from, to] = [inside(first) ? above : above + 1, inside(last) ? below : below - 1];
  while (from <= to && after.table.loose[from] === BLANK_HASH) from += 1;
  while (to >= from && after.table.loose[to] === BLANK_HASH) to -= 1;
  return { first: from, last: to };
}

export type Walked = Trail & { path: string; blob_oid: string };

type Walk = {
  anchor: Anchor;
  old: OldFile;
  path: string;
  commit: string;
  history: FileHistory;
  read: ReadBlobs;
};

/**
 * Follows cited lines through the states that their file went through, into other files too where they came to in the
 * commit that took them from their own. The way is halved until each step is sure, or is one commit. `gone` when the
 * file was deleted; null when that leaves a doubt too, or would take too long.
 */
export async function walkLines({
  anchor,
  old,
  history,
  read,
  commit,
  path,
}: Walk): Promise<Walked | "gone" | null> {
  const { solid, first, last } = citedOf(anchor, old);
  if (!solid) return null;
  const text = solid.loose;
  const telling = anchor.alnum_count >= EVIDENCE_ALNUM;
  const open = createOpen(read);
  const attempt = async ({ blob_oid }: FileState): Promise<Attempt | null> => {
    if (blob_oid === null) return { step: { came: "lost", trail: NOWHERE, sure: false }, next: null };
    const next = await open(blob_oid);
    return next && { step: stepLines(trail, text, table, next), next };
  };

  let trail: Trail = { first, last, whole: true };
  let table = old.table;
  let walked: { path: string; blob_oid: string } | null = null;
  let states = history.statesAfter(commit, path);
  for (let at = -1; at < states.length - 1; ) {
    const furthest = await furthestStep(states, at, attempt);
    if (!furthest) return null;
    const { to, state, step, next } = furthest;
    if (trail.whole && step.came !== "stands") {
      // A text that says little and stood in a file that is there still is not looked for beyond it.
      const others =
        telling || !next
          ? await arrivalsElsewhere(history.changesOf(state.commit), state, text, { open, read })
          : [];
      if (!others) return null;
      const arrived = step.came === "arrived" ? step.places.length : 0;
      const [other] = others;
      // Several places, or a text that says little: nobody can tell where it went.
      if (arrived + others.length > (telling ? 1 : 0)) return null;
      if (other) {
        trail = { ...other.place, whole: true };
        table = other.file.table;
        walked = { path: other.path, blob_oid: other.blob_oid };
        states = history.statesAfter(state.commit, other.path);
        at = -1;
        continue;
      }
    }
    if (!next || state.path === null || state.blob_oid === null) return "gone";
    trail = trailAfter(step);
    table = next.table;
    walked = { path: state.path, blob_oid: state.blob_oid };
    at = to;
  }
  return walked && { ...trail, ...walked };
}

type ReadBlobs = (oids: readonly string[]) => Promise<(oid: string) => DecodedSource | null>;

/** Opens files until the lines of one way are used up; null for what is no text, and from then on. */
function createOpen(read: ReadBlobs): (oid: string) => Promise<FileLines | null> {
  let budget = MOST_LINES;
  return async (oid) => {
    const found = (await read([oid]))(oid);
    if (found?.kind !== "text" || found.exact_only) return null;
    budget -= found.lines.length;
    if (budget < 0) return null;
    return { lines: found.lines, table: lineTable(found.lines) };
  };
}

type Attempt = { step: Step; next: FileLines | null };

/** The furthest state that one step leads to for sure, or over one commit; null when it cannot be read. */
async function furthestStep(
  states: readonly FileState[],
  at: number,
  attempt: (state: FileState) => Promise<Attempt | null>,
): Promise<(Attempt & { to: number; state: FileState }) | null> {
  // The end of a file is looked at alone: what stood in it may have gone elsewhere in the same commit.
  const ends = states.at(-1)?.blob_oid === null;
  let to = Math.max(states.length - (ends ? 2 : 1), at + 1);
  let state = states[to];
  let tried = state && (await attempt(state));
  while (tried && to > at + 1 && !(tried.step.came !== "arrived" && tried.step.sure)) {
    to = at + Math.max(1, (to - at) >> 1);
    state = states[to];
    tried = state && (await attempt(state));
  }
  if (state && tried) return { to, state, ...tried };
  return null;
}

function trailAfter(step: Step): Trail {
  if (step.came === "arrived") return { ...(step.places[0] ?? NOWHERE), whole: true };
  return step.trail;
}

const NOWHERE: Trail = { first: 0, last: -1, whole: false };

type Arrival = { path: string; blob_oid: string; place: Span; file: FileLines };

/** Where a commit brought the text to in other files than the one it left; null when too many would have to be read. */
async function arrivalsElsewhere(
  changes: readonly FileChange[],
  left: FileState,
  text: Int32Array,
  {
    open,
    read,
  }: {
    open: (oid: string) => Promise<FileLines | null>;
    read: (oids: readonly string[]) => Promise<unknown>;
  },
): Promise<Arrival[] | null> {
  const others = changes.filter(({ to, blob_oid }) => to !== null && blob_oid !== null && to !== left.path);
  if (others.length > MOST_FILES) return null;
  await read(others.flatMap(({ blob_oid }) => (blob_oid === null ? [] : [blob_oid])));
  const found: Arrival[] = [];
  for (const { to, blob_oid, blob_before } of others) {
    const file = blob_oid === null ? null : await open(blob_oid);
    if (!file || to === null || blob_oid === null || findRuns(text, file.table.loose).length === 0) continue;
    const before = blob_before === null ? null : await open(blob_before);
    for (const place of arrivals(text, { before: before?.table ?? null, after: file, cited: null }))
      found.push({ path: to, blob_oid, place, file });
  }
  return found;
}

/**
 * Whether history is worth asking where a text stands: it had copies or has some now, and they do not all stand as they
 * stood, one for one, with their neighbours; or it says so little that standing elsewhere proves nothing.
 */
export function isDoubtful(
  anchor: Anchor,
  old: OldFile | null,
  next: DecodedSource,
  located: Located,
): boolean {
  if (next.kind === "binary" || next.exact_only) return false;
  const { table, solid, first, last } = citedOf(anchor, old);
  if (!table || !solid) return false;
  const now = lineTable(next.lines);
  const then = anchor.dup_count <= 1 ? 1 : findRuns(solid.loose, table.loose).length;
  const copies = findRuns(solid.loose, now.loose).length;
  if (located.status === "edited" || located.status === "missing") return copies >= then;
  const followed = followText({ first, last }, table, now, mapLines(table, now));
  if (then <= 1 && copies <= 1) return !followed && anchor.alnum_count < EVIDENCE_ALNUM;
  return (
    !followed ||
    !standOneForOne(solid.loose, table, now) ||
    !keepsNeighbours({ first, last }, followed, table, now)
  );
}
