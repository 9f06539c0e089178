import {
  type Anchor,
  fileOverlap,
  LOCATE_REASONS,
  type Located,
  type LocateReason,
  locate,
  locateFollowed,
  locateRenamed,
  type OldFile,
  oldFile,
  SEARCH_CONFIDENCE,
  type SearchEvidence,
  searchLines,
} from "./anchor";
import {
  type FileHistory,
  followRenames,
  MOST_HELD_FILES,
  type Rename,
  type RepositorySource,
  SourceError,
  type TreeFiles,
} from "./source";
import { isDoubtful, walkLines } from "./steps";
import { type DecodedSource, decodeSource, type LineTable, lineTable } from "./text";

/** A citation whose file is not the blob any more in which it was last seen. */
export type Cited = {
  citation_id: string;
  path: string;
  /** Where it was last seen; the repository may have lost it since. */
  commit_sha: string;
  blob_oid: string;
  anchor: Anchor;
};

/** Where a citation stands in the commit it was followed to. Lines and `file` are null when it is missing. */
export type Followed = Pick<
  Located,
  "status" | "line_start" | "line_end" | "similarity" | "confidence" | "whitespace_changed"
> & { reason: string; file: FoundFile | null };
/** `doubtful`: copies of the text leave a doubt that history may settle. */
type Answer = Followed & { doubtful: boolean };
export type FoundFile = { path: string; blob_oid: string; lines: readonly string[] };

/** Files of which both states are held at the same time. */
const FILES_AT_ONCE = 100;
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
const ALIKE_FILES = 8;
/** In more files than this a text that was edited in its place says nothing by standing there. */
const RIVAL_FILES = 3;
/** Files in which a text is looked for once they hold its rarest line. */
const SEARCHED_FILES = 12;

/**
 * Follows citations to a commit: in their own file, to where the file was renamed, and into other files. One answer for
 * each citation, in no order; an Error stands for one that could not be read. Each blob is read once for all citations
 * that need it, and compared once.
 *
 * `storedTables` answers the line tables of blobs that the source has no more.
 * @throws the signal's reason when it is aborted.
 */
export async function followCitations(
  source: RepositorySource,
  commit: string,
  params: {
    cited: readonly Cited[];
    storedTables: (blob_oids: readonly string[]) => Promise<ReadonlyMap<string, LineTable>>;
    signal?: AbortSignal | undefined;
  },
): Promise<Map<string, Followed | Error>> {
  const { storedTables, signal } = params;
  const trees = createTrees(source, commit);
  const answers = new Map<string, Answer | Error>();
  for (const cited of portions(params.cited)) {
    signal?.throwIfAborted();
    const shelf = createShelf(source);
    const paths = [...new Set(cited.map(({ path }) => path))];
    const here = await trees.oidsAt(paths);
    const present = [...here.values()].filter((oid) => typeof oid === "string");
    // Stored hashes of a file's lines do for its text, if the cited part of it was kept too.
    const stored = source.remote
      ? await storedTables([...new Set(cited.map(({ blob_oid }) => blob_oid))])
      : NO_TABLES;
    const wanted = cited.filter(
      ({ blob_oid, anchor }) => !stored.has(blob_oid) || anchor.snippet === null || anchor.snippet_truncated,
    );
    await shelf.fetch([...wanted.map(({ blob_oid }) => blob_oid), ...present]);
    const lost = wanted.map(({ blob_oid }) => blob_oid).filter((oid) => shelf.text(oid)?.kind !== "text");
    const found = source.remote || lost.length === 0 ? NO_TABLES : await storedTables([...new Set(lost)]);
    const tables = new Map([...stored, ...found]);
    const searches: Search[] = [];
    const olds = new Map<string, OldFile | null>();
    for (const one of cited) {
      signal?.throwIfAborted();
      try {
        const text = shelf.text(one.blob_oid);
        const table = tables.get(one.blob_oid);
        const old = text?.kind === "text" ? oldFile(text) : table ? { table, lines: null } : null;
        olds.set(one.citation_id, old);
        const oid = here.get(one.path) ?? null;
        if (oid instanceof Error) throw oid;
        const followed = await followFile({ one, old, oid, trees, shelf });
        const rivals = followed.answer.status === "edited" && (await trees.isHeld());
        if (followed.certain && !rivals) answers.set(one.citation_id, followed.answer);
        else searches.push({ one, old, certain: followed.certain, otherwise: followed.answer });
      } catch (error) {
        answers.set(one.citation_id, asError(error));
      }
    }
    for (const [id, answer] of await searchElsewhere(searches, { source, commit, trees, shelf }))
      answers.set(id, answer);
    for (const one of cited) {
      const answer = answers.get(one.citation_id);
      if (!answer || answer instanceof Error || !answer.doubtful) continue;
      signal?.throwIfAborted();
      const old = olds.get(one.citation_id) ?? null;
      const settled = await settle({ one, old, trees, shelf, answer }).catch(asError);
      if (settled) answers.set(one.citation_id, settled);
    }
  }
  return answers;
}

/** What history says where copies of the text leave a doubt; null when it does not tell, or nothing better. */
async function settle({ one, old, trees, shelf, answer }: Step & { answer: Answer }): Promise<Answer | null> {
  const history = old && (await trees.history(one.commit_sha));
  if (!history) return null;
  const read = async (oids: readonly string[]) => {
    await shelf.fetch(oids);
    return shelf.text;
  };
  const { anchor, path, commit_sha: commit } = one;
  const walked = await walkLines({ anchor, old, path, commit, history, read });
  if (!walked) return null;
  const held = answer.status !== "edited" && answer.status !== "missing";
  if (walked === "gone") return held ? gone(LOCATE_REASONS.copy_was_there_before) : null;
  if (!walked.whole && !held) return null;
  const found = judge({ one, old, shelf }, walked, (next) => locateFollowed(anchor, old, next, walked));
  const renamed = walked.path !== path && (found.status === "unchanged" || found.status === "moved");
  return { ...found, ...(renamed && { status: "renamed" as const }) };
}

const NO_TABLES: ReadonlyMap<string, LineTable> = new Map();
const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Citations by file, so many files at a time that they fit into memory. */
function* portions(cited: readonly Cited[]): Generator<Cited[]> {
  const files = new Map<string, Cited[]>();
  for (const one of cited) {
    const key = `${one.blob_oid} ${one.path}`;
    const list = files.get(key);
    if (list) list.push(one);
    else files.set(key, [one]);
  }
  const lists = [...files.values()];
  for (let start = 0; start < lists.length; start += FILES_AT_ONCE)
    yield lists.slice(start, start + FILES_AT_ONCE).flat();
}

/** The blob that stands at each path of a commit; null for none, an Error for what could not be read. */
export async function blobsAt(
  source: RepositorySource,
  commit: string,
  paths: readonly string[],
): Promise<Map<string, string | null | Error>> {
  if (paths.length >= PATHS_WORTH_A_LISTING) return createTrees(source, commit).oidsAt(paths);
  const oids = new Map<string, string | null | Error>();
  for (const path of paths) oids.set(path, await source.blobOid(commit, path).catch(asError));
  return oids;
}

// What the source is asked, once each -----------------------------------------------------------------------

type Trees = ReturnType<typeof createTrees>;

/** From so many paths on the whole tree is listed, which costs one question. */
const PATHS_WORTH_A_LISTING = 8;

function createTrees(source: RepositorySource, commit: string) {
  const listings = new Map<string, Promise<TreeFiles | null>>();
  const renames = new Map<string, ReturnType<RepositorySource["renamesBetween"]>>();

  /** Null for a commit that is gone, or a tree too large to be listed. */
  function list(at: string): Promise<TreeFiles | null> {
    const known = listings.get(at);
    if (known) return known;
    const listing = source.listFiles(at).catch(unless("unknown_ref", "refused"));
    listings.set(at, listing);
    return listing;
  }

  async function oidAt(path: string): Promise<string | null> {
    const files = await listings.get(commit);
    if (!files) {
      // The content is needed next, and the kind at once: a link's target is no text of the file.
      const file = await source.readFile(commit, path);
      return file?.kind === "file" ? file.blob_oid : null;
    }
    const entry = files.get(path);
    return entry?.kind === "file" ? entry.oid : null;
  }

  return {
    list,
    oidAt,
    async oidsAt(paths: readonly string[]): Promise<Map<string, string | null | Error>> {
      if (paths.length >= PATHS_WORTH_A_LISTING) await list(commit);
      const oids = new Map<string, string | null | Error>();
      for (const path of paths) oids.set(path, await oidAt(path).catch(asError));
      return oids;
    },

    /** Empty when either commit is gone, or history is too long to be asked: the rest still holds. */
    renames(from: string, by: "history" | "trees") {
      const key = `${by} ${from}`;
      const known = renames.get(key);
      if (known) return known;
      const found = source
        .renamesBetween(from, commit, by)
        .catch(unless("unknown_ref", "refused", "timeout"))
        .then((answer) => answer ?? []);
      renames.set(key, found);
      return found;
    },

    /** Null when the commit is gone, or the source does not know what lies between. */
    async history(from: string): Promise<FileHistory | null> {
      return (
        (await source.fileHistory?.(from, commit).catch(unless("unknown_ref", "refused", "timeout"))) ?? null
      );
    },

    /** Files that hold much of what a file held. */
    alike: async (table: LineTable): Promise<readonly string[]> =>
      (await source.similarFiles?.(commit, table, ALIKE_FILES)) ?? [],

    /** Whether looking for a text in all files costs next to nothing. */
    isHeld: async (): Promise<boolean> => {
      const files = source.similarFiles && (await list(commit));
      return files !== undefined && files !== null && files.size <= MOST_HELD_FILES;
    },

    /** Paths that hold a blob now. */
    pathsOf: async (oid: string): Promise<readonly string[]> =>
      lookUp(await list(commit)).by_oid.get(oid) ?? [],

    /** Paths of files of the same name now, in whatever folder and case. */
    namesakes: async (path: string): Promise<readonly string[]> =>
      lookUp(await list(commit)).by_name.get(nameOf(path)) ?? [],
  };
}

type LookUp = { by_oid: ReadonlyMap<string, string[]>; by_name: ReadonlyMap<string, string[]> };
const look_ups = new WeakMap<TreeFiles, LookUp>();
const NO_FILES: TreeFiles = new Map();

/** The files of a tree by content and by name; memoised, as a tree is shared by all checks at its commit. */
function lookUp(files: TreeFiles | null): LookUp {
  const tree = files ?? NO_FILES;
  const known = look_ups.get(tree);
  if (known) return known;
  const by_oid = new Map<string, string[]>();
  const by_name = new Map<string, string[]>();
  const add = (lists: Map<string, string[]>, key: string, path: string) => {
    const list = lists.get(key);
    if (list) list.push(path);
    else lists.set(key, [path]);
  };
  for (const [path, { kind, oid }] of tree) {
    add(by_name, nameOf(path), path);
    if (kind === "file") add(by_oid, oid, path);
  }
  const look_up = { by_oid, by_name };
  look_ups.set(tree, look_up);
  return look_up;
}

/** Handler of a rejection: null for a SourceError of these codes. */
function unless(...codes: SourceError["code"][]): (error: unknown) => null {
  return (error) => {
    if (error instanceof SourceError && codes.includes(error.code)) return null;
    throw error;
  };
}

type Shelf = ReturnType<typeof createShelf>;

/** Blobs at hand while some files are compared. */
function createShelf(source: RepositorySource) {
  const texts = new Map<string, DecodedSource | null>();
  return {
    async fetch(oids: readonly string[]): Promise<void> {
      const wanted = [...new Set(oids)].filter((oid) => !texts.has(oid));
      if (wanted.length === 0) return;
      const blobs = await source.readBlobs(wanted);
      for (const oid of wanted) {
        const bytes = blobs.get(oid);
        texts.set(oid, bytes ? decodeSource(bytes) : null);
      }
    },
    /** Null for a blob that the source does not have, or that is too large. */
    text: (oid: string): DecodedSource | null => texts.get(oid) ?? null,
  };
}

// The file itself, and what it was renamed to ---------------------------------------------------------------

type Step = { one: Cited; old: OldFile | null; trees: Trees; shelf: Shelf };
/** `certain` false: other files are worth a look before this is believed. */
type FileAnswer = { certain: boolean; answer: Answer };

async function followFile(params: Step & { oid: string | null }): Promise<FileAnswer> {
  const { one, old, oid, trees, shelf } = params;
  const own = { path: one.path, blob_oid: oid ?? "" };
  const here = oid === null ? null : judge(params, own, (next) => locate(one.anchor, old, next));
  const steps = await trees.renames(one.commit_sha, "history");
  const path = followRenames(one.path, steps);
  // Where the file went to another name, what bears its name now is another file.
  if (path === one.path && here && isCertain(here) && isSameFile(old, shelf.text(oid ?? "")))
    return { certain: true, answer: here };
  const answers: Found[] = [];
  const look = (target: Target): Found => {
    const there = judge(params, target, (next) => locateRenamed(one.anchor, old, next, { by: "rename" }));
    answers.push(there);
    return there;
  };
  const renamed = path === one.path ? null : await trees.oidAt(path);
  if (renamed !== null) {
    await shelf.fetch([renamed]);
    // A file may have been deleted, and another one of its name been renamed since.
    const states = (await trees.history(one.commit_sha))?.statesAfter(one.commit_sha, one.path);
    const there = look({ path, blob_oid: renamed });
    if (states && states.at(-1)?.path !== path) there.doubtful = true;
    if (isCertain(there)) return { certain: true, answer: there };
  }
  if (here && isCertain(here)) return { certain: true, answer: here };
  if (renamed === null)
    for (const target of await guessTargets(params, steps)) {
      const there = { ...look(target), doubtful: true };
      if (isCertain(there)) return { certain: true, answer: there };
    }
  const partly = [...answers, ...(here ? [here] : [])].find(({ status }) => status !== "missing");
  const answer = partly ?? answers[0] ?? here ?? gone(`The file ${one.path} is gone.`);
  return { certain: false, answer };
}

type Target = { path: string; blob_oid: string };
type Found = Answer & { weak: boolean; why: LocateReason };

function gone(reason: string): Answer {
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

function judge(
  { one, old, shelf }: Pick<Step, "one" | "old" | "shelf">,
  { path, blob_oid }: Target,
  look: (next: DecodedSource) => Located,
): Found {
  const next = shelf.text(blob_oid);
  if (!next) throw new SourceError("refused", `The file ${path} is too large to be compared.`);
  const located = look(next);
  const lines = next.kind === "text" ? next.lines : [];
  const { status, line_start, line_end, similarity, confidence, whitespace_changed, reason } = located;
  return {
    status,
    line_start,
    line_end,
    similarity,
    confidence,
    whitespace_changed,
    weak: status === "missing" || reason === "partly_gone",
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
  { one, old, oid, trees, shelf }: Step & { oid: string | null },
  steps: readonly Rename[],
): Promise<Target[]> {
  const { path, commit_sha, blob_oid } = one;
  const before = await trees.list(commit_sha);
  const taken = new Set(steps.map(({ to }) => to));
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
  const isNew = (other: string): boolean => other !== path && !before?.has(other) && !taken.has(other);
  const newcomers = [...guesses].filter(isNew);
  const siblings =
    before && twins.length > 0 ? [...before].filter(([, entry]) => entry.oid === blob_oid) : [];
  const overlapWith = (text: DecodedSource | null): number =>
    old && text?.kind === "text" ? fileOverlap(old.table, lineTable(text.lines)) : 0;
  // What neighbours that were there all along share with it too, such as a licence, says nothing.
  const neighbours = [...alike].filter((other) => other !== path && before?.has(other));
  const standing = await Promise.all(neighbours.map((other) => trees.oidAt(other)));
  await shelf.fetch(standing.filter((found) => found !== null));
  const common = Math.max(0, ...standing.map((found) => overlapWith(shelf.text(found ?? ""))));
  const targets: (Target & { overlap: number; likeness: number })[] = [];
  const likely = byLikeness(path, newcomers).slice(0, GUESSED_FILES);
  for (const other of new Set([...likely, ...[...alike].filter(isNew)])) {
    const found = await trees.oidAt(other);
    if (found === null) continue;
    const likeness = pathLikeness(path, other);
    // Of several equal files each went where its name says.
    if (siblings.some(([sibling]) => sibling !== path && pathLikeness(sibling, other) >= likeness)) continue;
    await shelf.fetch([found]);
    const overlap = found === blob_oid ? 1 : overlapWith(shelf.text(found));
    if (overlap < NEARLY_ALL && overlap < common + BEYOND_COMMON) continue;
    if (overlap >= (before || nameOf(other) !== nameOf(path) ? KNOWN_OVERLAP : GUESS_OVERLAP))
      targets.push({ path: other, blob_oid: found, overlap, likeness });
  }
  return targets.sort((left, right) => right.overlap - left.overlap || right.likeness - left.likeness);
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).toLowerCase();

/** 0–1.5: the share of words that two paths have in common; half a point more for the same name. */
function pathLikeness(path: string, other: string): number {
  const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const [left, right] = [words(path), words(other)];
  const rest = [...right];
  let shared = 0;
  for (const word of left) {
    const at = rest.indexOf(word);
    if (at < 0) continue;
    rest.splice(at, 1);
    shared += 1;
  }
  const share = (2 * shared) / Math.max(1, left.length + right.length);
  return share + (nameOf(path) === nameOf(other) ? 0.5 : 0);
}

function byLikeness(path: string, others: readonly string[]): string[] {
  return others
    .map((other) => ({ other, likeness: pathLikeness(path, other) }))
    .sort((left, right) => right.likeness - left.likeness)
    .map(({ other }) => other);
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

// Other files -----------------------------------------------------------------------------------------------

type Search = { one: Cited; old: OldFile | null; certain: boolean; otherwise: Answer };
type Hits = ReadonlyMap<string, readonly string[]>;

/** What was not found in its own file is looked for by its most telling lines, in one search for all. */
async function searchElsewhere(
  searches: readonly Search[],
  params: { source: RepositorySource; commit: string; trees: Trees; shelf: Shelf },
): Promise<Map<string, Answer | Error>> {
  const { source, commit } = params;
  const answers = new Map<string, Answer | Error>();
  const needles = new Map(searches.map(({ one, old }) => [one.citation_id, searchLines(one.anchor, old)]));
  const all = [...new Set([...needles.values()].flat())];
  const found = all.length === 0 ? null : await ask(source, commit, all);
  const before = new Map<string, Hits | null>();
  const hits = (lines: readonly string[], where: Hits | null): string[] => {
    const [first = [], ...rest] = lines.map((line) => where?.get(line) ?? []);
    return first.filter((path) => rest.every((paths) => paths.includes(path)));
  };
  for (const { one, old, certain, otherwise } of searches) {
    try {
      const lines = needles.get(one.citation_id) ?? [];
      const paths = hits(lines, found).filter((path) => path !== one.path && path !== otherwise.file?.path);
      // What reads differently in its place may be another text, if the cited one stands elsewhere: history tells.
      const doubtful = paths.length > 0 && paths.length <= RIVAL_FILES;
      if (paths.length === 0 || certain) {
        answers.set(one.citation_id, doubtful ? { ...otherwise, doubtful } : otherwise);
        continue;
      }
      if (!before.has(one.commit_sha)) {
        const asked = searches.filter((other) => other.one.commit_sha === one.commit_sha);
        const then = [...new Set(asked.flatMap((other) => needles.get(other.one.citation_id) ?? []))];
        before.set(one.commit_sha, await ask(source, one.commit_sha, then));
      }
      const then = before.get(one.commit_sha) ?? null;
      const answer = await searchIn(byLikeness(one.path, paths).slice(0, SEARCHED_FILES), {
        ...params,
        one,
        old,
        copies: then && hits(lines, then).filter((path) => path !== one.path),
      });
      answers.set(
        one.citation_id,
        answer === "alike" ? { ...otherwise, doubtful: true } : (answer ?? otherwise),
      );
    } catch (error) {
      answers.set(one.citation_id, asError(error));
    }
  }
  return answers;
}

/** Null when the source cannot search, or has the commit no more. */
function ask(source: RepositorySource, commit: string, lines: readonly string[]): Promise<Hits | null> {
  return source.filesWithText(commit, lines).catch(unless("unknown_ref", "refused"));
}

/** The text in one of the files that hold its lines, if it came there since; `alike` when only history can tell. */
async function searchIn(
  paths: readonly string[],
  params: Omit<Step, "old"> & { old: OldFile | null; copies: readonly string[] | null },
): Promise<Answer | "alike" | null> {
  const { one, old, trees, shelf, copies } = params;
  const before = copies && (await trees.list(one.commit_sha));
  const oids = new Map<string, string>();
  for (const path of paths) {
    const oid = await trees.oidAt(path);
    if (oid !== null) oids.set(path, oid);
  }
  const previous = [...paths, ...(copies ?? [])].map((path) => before?.get(path)?.oid);
  await shelf.fetch([...oids.values(), ...previous.filter((oid) => oid !== undefined)]);
  const stateBefore = (path: string): OldFile | null => {
    const text = shelf.text(before?.get(path)?.oid ?? "");
    return text?.kind === "text" ? oldFile(text) : null;
  };
  const found: Answer[] = [];
  let alike = false;
  for (const [path, oid] of oids) {
    const evidence: SearchEvidence = {
      by: "search",
      previous: before ? stateBefore(path) : "unknown",
      copies: before ? (copies ?? []).map(stateBefore).filter((file) => file !== null) : "unknown",
    };
    if (!shelf.text(oid)) continue;
    const there = judge(params, { path, blob_oid: oid }, (next) =>
      locateRenamed(one.anchor, old, next, evidence),
    );
    if (there.status === "renamed") found.push({ ...there, doubtful: there.confidence < SEARCH_CONFIDENCE });
    if (there.why === "copies_alike") alike = true;
  }
  found.sort((left, right) => right.confidence - left.confidence);
  const [best, rival] = found;
  if (!best) return alike ? "alike" : null;
  // It was added to several files: which of them took its place nobody can tell.
  if (rival && rival.confidence === best.confidence) return { ...best, confidence: 0.4 };
  return best;
}
