import { followRenames, type Rename, SourceError, unlessFailed } from "../repositories/source";
import type { OldFile } from "./cited-text";
import { isDoubtful } from "./commit-walk";
import { isDeadPath } from "./dead-path";
import { judgeSpace } from "./judge-space";
import { locate } from "./locate";
import { locateRenamed } from "./locate-renamed";
import { LOCATE_REASONS, type Located, type LocateReason } from "./located";
import { byLikeness, nameOf, pathLikeness } from "./path-likeness";
import type { Cited } from "./relocate";
import type { Answer, BlobCache, Trees } from "./source-cache";
import { fileOverlap } from "./surviving-lines";
import { type DecodedSource, lineTable } from "./text";

/** From here on the file at the old path is taken for the old file without asking whether that was renamed away. */
const SAME_FILE_OVERLAP = 0.9;

/** What a file that may be the old one under another name must hold of it; see {@link fileOverlap}. */
const GUESS_OVERLAP = 0.3;

/** The same where the history is there and names no rename, or the file has another name. */
const KNOWN_OVERLAP = 0.5;

/** A file that holds so much of another is that one, whatever others hold. */
const NEARLY_ALL = 0.8;

/** What any other must hold beyond what files that are not the old one hold of it. */
const BEYOND_COMMON = 0.25;

/** Files that are read to see whether they are the old one. */
const GUESSED_FILES = 12;

export type Step = { one: Cited; old: OldFile | null; trees: Trees; blobCache: BlobCache };

/** `certain` false: other files are worth a look before this is believed. */
type FileAnswer = { certain: boolean; answer: Answer };

export async function followFile(params: Step & { oid: string | null }): Promise<FileAnswer> {
  const { one, old, oid, trees, blobCache } = params;
  const own = { path: one.path, blob_oid: oid ?? "" };
  const here = oid === null ? null : judge(params, own, (next) => locate(one.anchor, old, next));
  const known = await unlessFailed(trees.renames(one.commit_sha, "history"));
  const steps = known instanceof SourceError ? [] : known;
  const path = followRenames(one.path, steps);
  // Where the file went to another name, what bears its name now is another file.
  if (path === one.path && here && isCertain(here) && isSameFile(old, blobCache.text(oid ?? "")))
    return { certain: true, answer: here };
  // From here on it matters where the file went.
  if (known instanceof SourceError) throw known;
  const answers: Found[] = [];
  const look = (target: Target): Found => {
    const there = judge(params, target, (next) => locateRenamed(one.anchor, old, next, { by: "rename" }));
    answers.push(there);
    return there;
  };
  const renamed = path === one.path ? null : await trees.oidAt(path);
  if (renamed !== null) {
    await blobCache.fetch([renamed]);
    const replaced = await wasReplaced(params, path);
    const there = look({ path, blob_oid: renamed });
    if (replaced) there.doubtful = true;
    if (isCertain(there)) return { certain: true, answer: there };
  }
  if (here && isCertain(here)) return { certain: true, answer: here };
  if (renamed === null)
    for (const target of await guessTargets(params, steps)) {
      const there = { ...look(target), doubtful: true };
      // Where nothing runs it a text stays only if no code holds it.
      if (settles(there, one.path)) return { certain: true, answer: there };
    }
  return { certain: false, answer: likeliest(answers, here) ?? gone(`The file ${one.path} is gone.`) };
}

const settles = (found: Found, from: string): boolean =>
  isCertain(found) && (isDeadPath(from) || !isDeadPath(found.file?.path ?? from));

/** Whether the file was deleted, and another one of its name was renamed to `path` since. */
async function wasReplaced({ one, trees }: Step, path: string): Promise<boolean> {
  const states = (await trees.history(one.commit_sha))?.statesAfter(one.commit_sha, one.path);
  return states !== undefined && states.at(-1)?.path !== path;
}

/** Of answers that are not certain, one that found something where there is one. */
function likeliest(elsewhere: readonly Found[], here: Found | null): Found | null {
  const answers = here ? [...elsewhere, here] : elsewhere;
  return answers.find(({ status }) => status !== "missing") ?? answers[0] ?? null;
}

type Target = { path: string; blob_oid: string };

type Found = Answer & { weak: boolean; why: LocateReason };

export function gone(reason: string): Answer {
  return {
    status: "missing",
    line_start: null,
    line_end: null,
    similarity: null,
    file: null,
    confidence: 0.9,
    whitespace_changed: false,
    doubtful: false,
    reason,
  };
}

export function judge(
  { one, old, blobCache }: Pick<Step, "one" | "old" | "blobCache">,
  { path, blob_oid }: Target,
  look: (next: DecodedSource) => Located,
): Found {
  const next = blobCache.text(blob_oid);
  if (blobCache.isOutside(blob_oid))
    throw new SourceError(
      "refused",
      `The file ${path} is now stored in Git LFS, so its lines cannot be compared.`,
    );
  if (!next) throw new SourceError("refused", `The file ${path} is too large to be compared.`);
  const lines = next.kind === "text" ? next.lines : [];
  const located = judgeSpace({ anchor: one.anchor, old, path, lines, located: look(next) });
  const { status, line_start, line_end, similarity, confidence, whitespace_changed, reason } = located;
  return {
    status,
    line_start,
    line_end,
    similarity,
    confidence,
    whitespace_changed,
    weak: status === "missing" || reason === "partly_gone" || reason === "too_long",
    doubtful: isDoubtful(one.anchor, old, next, located),
    why: reason,
    reason: LOCATE_REASONS[reason],
    file: { path, blob_oid, lines },
  };
}

const isCertain = ({ weak }: Found): boolean => !weak;

function isSameFile(old: OldFile | null, next: DecodedSource | null): boolean {
  if (!old || next?.kind !== "text") return true;
  return fileOverlap(old.table, lineTable(next.lines)) >= SAME_FILE_OVERLAP;
}

/**
 * Files that the file may be now, likeliest first, where history does not tell: the very same file under another name,
 * what both trees say, the folder its neighbours went to, new files of its name, and those that share most of its lines;
 * as far as enough of it stands there, more than in files that were there before, and history does not say that another
 * file became that one.
 */
async function guessTargets(
  { one, old, oid, trees, blobCache }: Step & { oid: string | null },
  steps: readonly Rename[],
): Promise<Target[]> {
  const { path, commit_sha, blob_oid } = one;
  const before = await trees.list(commit_sha);
  const normalized = new Set(steps.map(({ to }) => to));
  const twins = await trees.pathsOf(blob_oid);
  const guesses = new Set(twins);
  const alike = new Set<string>();
  if (oid === null) {
    const ends = await trees.renames(commit_sha, "trees");
    guesses.add(followRenames(path, ends));
    for (const moved of movedFolders(path, [...steps, ...ends])) guesses.add(moved);
    for (const other of await trees.namesakes(path)) guesses.add(other);
    for (const other of (old && (await trees.alike(old.table))) ?? []) alike.add(other);
  }
  const isNew = (other: string): boolean => other !== path && !before?.has(other) && !normalized.has(other);
  const newcomers = [...guesses].filter(isNew);
  const siblings =
    before && twins.length > 0 ? [...before].filter(([, entry]) => entry.oid === blob_oid) : [];
  const overlapWith = (text: DecodedSource | null): number =>
    old && text?.kind === "text" ? fileOverlap(old.table, lineTable(text.lines)) : 0;
  // What neighbours that were there all along share with it too, such as a licence, says nothing.
  const neighbours = [...alike].filter((other) => other !== path && before?.has(other));
  const standing = await Promise.all(neighbours.map((other) => trees.oidAt(other)));
  await blobCache.fetch(standing.filter((found) => found !== null));
  const common = Math.max(0, ...standing.map((found) => overlapWith(blobCache.text(found ?? ""))));
  const targets: (Target & { overlap: number; likeness: number })[] = [];
  const likely = byLikeness(path, newcomers).slice(0, GUESSED_FILES);
  for (const other of new Set([...likely, ...[...alike].filter(isNew)])) {
    const found = await trees.oidAt(other);
    if (found === null) continue;
    const likeness = pathLikeness(path, other);
    // Of several equal files each went where its name says.
    if (siblings.some(([sibling]) => sibling !== path && pathLikeness(sibling, other) >= likeness)) continue;
    await blobCache.fetch([found]);
    const overlap = found === blob_oid ? 1 : overlapWith(blobCache.text(found));
    if (overlap < NEARLY_ALL && overlap < common + BEYOND_COMMON) continue;
    if (overlap >= (before || nameOf(other) !== nameOf(path) ? KNOWN_OVERLAP : GUESS_OVERLAP))
      targets.push({ path: other, blob_oid: found, overlap, likeness });
  }
  return targets.sort((left, right) => right.overlap - left.overlap || right.likeness - left.likeness);
}

/** Where the file would be if it went with its neighbours when their folder was renamed. */
function movedFolders(path: string, renames: readonly Rename[]): string[] {
  const votes = new Map<string, number>();
  for (const { from, to } of renames) {
    let common = 0;
    const [left, right] = [from.split("/"), to.split("/")];
    while (common < Math.min(left.length, right.length) - 1 && left.at(-1 - common) === right.at(-1 - common))
      common += 1;
    const [folder, target] = [left.slice(0, left.length - common), right.slice(0, right.length - common)];
    if (common === 0 || !path.startsWith(`${folder.join("/")}/`)) continue;
    const moved = [...target, path.slice(folder.join("/").length + 1)].join("/");
    votes.set(moved, (votes.get(moved) ?? 0) + 1);
  }
  return [...votes].sort((left, right) => right[1] - left[1]).map(([moved]) => moved);
}
