import type { RepositorySource } from "../repositories/source";
import { type OldFile, oldFile } from "./cited-text";
import { isDeadPath } from "./dead-path";
import { judge, type Step } from "./follow-file";
import { locateRenamed, type SearchEvidence, searchLines } from "./locate-renamed";
import { SEARCH_CONFIDENCE } from "./located";
import { byLikeness } from "./path-likeness";
import type { Cited } from "./relocate";
import { type Answer, asError, type BlobCache, type Trees, unless } from "./source-cache";

/** In more files than this a text that was edited in its place says nothing by standing there. */
const RIVAL_FILES = 3;

/** Files in which a text is looked for once they hold its rarest line. */
const SEARCHED_FILES = 12;

export type Search = { one: Cited; old: OldFile | null; certain: boolean; otherwise: Answer };

type Hits = ReadonlyMap<string, readonly string[]>;

/** What was not found in its own file is looked for by its most telling lines, in one search for all. */
export async function searchElsewhere(
  searches: readonly Search[],
  params: {
    source: RepositorySource;
    commit: string;
    trees: Trees;
    blobCache: BlobCache;
    /** Collects the files that hold a citation's telling lines, by its id. */
    rivals: Map<string, readonly string[]>;
  },
): Promise<Map<string, Answer | Error>> {
  const { source, commit, rivals } = params;
  const answers = new Map<string, Answer | Error>();
  const needles = new Map(searches.map(({ one, old }) => [one.citation_id, searchLines(one.anchor, old)]));
  const all = [...new Set([...needles.values()].flat())];
  const found = all.length === 0 ? null : await askForLines(source, commit, all);
  const before = new Map<string, Hits | null>();
  for (const { one, old, certain, otherwise } of searches) {
    try {
      const lines = needles.get(one.citation_id) ?? [];
      const paths = (pathsWithLines(lines, found) ?? []).filter(
        (path) => path !== one.path && path !== otherwise.file?.path,
      );
      rivals.set(one.citation_id, byLikeness(one.path, paths).slice(0, SEARCHED_FILES));
      // What reads differently in its place may be another text, if the cited one stands elsewhere: history tells.
      const doubtful = paths.length > 0 && paths.length <= RIVAL_FILES;
      if (paths.length === 0 || certain) {
        answers.set(one.citation_id, doubtful ? { ...otherwise, doubtful } : otherwise);
        continue;
      }
      if (!before.has(one.commit_sha)) {
        const asked = searches.filter((other) => other.one.commit_sha === one.commit_sha);
        const then = [...new Set(asked.flatMap((other) => needles.get(other.one.citation_id) ?? []))];
        before.set(one.commit_sha, await askForLines(source, one.commit_sha, then));
      }
      const then = before.get(one.commit_sha) ?? null;
      const answer = await searchIn(byLikeness(one.path, paths).slice(0, SEARCHED_FILES), {
        ...params,
        one,
        old,
        copies: pathsWithLines(lines, then)?.filter((path) => path !== one.path) ?? null,
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
export function askForLines(
  source: RepositorySource,
  commit: string,
  lines: readonly string[],
): Promise<Hits | null> {
  return source.filesWithText(commit, lines).catch(unless("unknown_ref", "refused"));
}

/** The files that hold all these lines; null when nobody could say. */
export function pathsWithLines(lines: readonly string[], hits: Hits | null): string[] | null {
  if (hits === null) return null;
  const [first = [], ...rest] = lines.map((line) => hits.get(line) ?? []);
  return first.filter((path) => rest.every((paths) => paths.includes(path)));
}

const isLive = ({ file }: Answer): boolean => file === null || !isDeadPath(file.path);

/** Code before documentation and backups that hold the same text. */
function likeliestFirst(found: readonly Answer[]): Answer[] {
  return [...found].sort(
    (left, right) => Number(isLive(right)) - Number(isLive(left)) || right.confidence - left.confidence,
  );
}

/** The text in one of the files that hold its lines, if it came there since; `alike` when only history can tell. */
export async function searchIn(
  paths: readonly string[],
  params: Omit<Step, "old"> & { old: OldFile | null; copies: readonly string[] | null },
): Promise<Answer | "alike" | null> {
  const { one, old, trees, blobCache, copies } = params;
  const before = copies && (await trees.list(one.commit_sha));
  const oids = new Map<string, string>();
  for (const path of paths) {
    const oid = await trees.oidAt(path);
    if (oid !== null) oids.set(path, oid);
  }
  const previous = [...paths, ...(copies ?? [])].map((path) => before?.get(path)?.oid);
  await blobCache.fetch([...oids.values(), ...previous.filter((oid) => oid !== undefined)]);
  const stateBefore = (path: string): OldFile | null => {
    const text = blobCache.text(before?.get(path)?.oid ?? "");
    if (text?.kind === "text") return oldFile(text);
    return null;
  };
  const found: Answer[] = [];
  let alike = false;
  for (const [path, oid] of oids) {
    const evidence: SearchEvidence = {
      by: "search",
      previous: before ? stateBefore(path) : "unknown",
      copies: before ? (copies ?? []).map(stateBefore).filter((file) => file !== null) : "unknown",
    };
    if (!blobCache.text(oid)) continue;
    const there = judge(params, { path, blob_oid: oid }, (next) =>
      locateRenamed(one.anchor, old, next, evidence),
    );
    if (there.status === "renamed" || there.why === "space_changed")
      found.push({ ...there, doubtful: there.confidence < SEARCH_CONFIDENCE });
    if (there.why === "copies_alike") alike = true;
  }
  const [best, rival] = likeliestFirst(found);
  if (!best) return alike ? "alike" : null;
  // It was added to several files: which of them took its place nobody can tell.
  if (rival && rival.confidence === best.confidence && isLive(rival) === isLive(best))
    return { ...best, confidence: 0.4 };
  return best;
}
