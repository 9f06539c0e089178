import type { StandsAt } from "../fields";
import { type RepositorySource, SourceError, unlessFailed } from "../repositories/source";
import type { Anchor, LineRange } from "./anchor";
import { type OldFile, oldFile } from "./cited-text";
import { walkLines } from "./commit-walk";
import { findCopy, withCopy } from "./copies";
import { followFile, gone, judge, type Step } from "./follow-file";
import { locateFollowed } from "./locate";
import { LOCATE_REASONS, type Located } from "./located";
import { type Search, searchElsewhere } from "./search-elsewhere";
import {
  type Answer,
  asError,
  type BlobCache,
  createBlobCache,
  createTrees,
  NO_TABLES,
  portions,
} from "./source-cache";
import type { DecodedSource, LineTable } from "./text";

/** A citation whose file is not the blob any more in which it was last seen. */
export type Cited = {
  citation_id: string;
  path: string;
  /** Where it was last seen; the repository may have lost it since. */
  commit_sha: string;
  /** Where it stood when it was cited; that commit may be another one. */
  original?: { commit_sha: string; path: string; blob_oid: string } & LineRange;
  blob_oid: string;
  anchor: Anchor;
};

/** Where a citation is in the commit it was followed to. Lines and `file` are null when it is missing. */
export type Followed = Pick<
  Located,
  "status" | "line_start" | "line_end" | "similarity" | "confidence" | "whitespace_changed"
> & {
  reason: string;
  file: FoundFile | null;
  /** Of a text that is gone from its place, where it was copied to before. */
  stands_at?: StandsAt;
};

export type FoundFile = { path: string; blob_oid: string; lines: readonly string[] };

function answerOf(found: ReadonlyMap<string, Answer | Error>, { citation_id }: Cited): Answer | Error {
  return found.get(citation_id) ?? new Error("a citation was passed over");
}

/** What is known of the file that was cited: its text, else its line table. */
function oldFileOf(text: DecodedSource | null | undefined, table: LineTable | undefined): OldFile | null {
  if (text?.kind === "text") return oldFile(text);
  if (table) return { table, lines: null };
  return null;
}

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
    signal?: AbortSignal;
  },
): Promise<Map<string, Followed | Error>> {
  const { storedTables, signal } = params;
  const trees = createTrees(source, commit);
  const answers = new Map<string, Answer | Error>();
  for (const cited of portions(params.cited)) {
    signal?.throwIfAborted();
    const blobCache = createBlobCache(source);
    const paths = [...new Set(cited.map(({ path }) => path))];
    const here = await trees.oidsAt(paths);
    const present = [...here.values()].filter((oid) => typeof oid === "string");
    const tables = await fetchTables({ source, cited, present, blobCache, storedTables });
    const searches: Search[] = [];
    const olds = new Map<string, OldFile | null>();
    for (const one of cited) {
      signal?.throwIfAborted();
      try {
        const text = blobCache.text(one.blob_oid);
        const table = tables.get(one.blob_oid);
        const old = oldFileOf(text, table);
        olds.set(one.citation_id, old);
        const oid = here.get(one.path) ?? null;
        if (oid instanceof Error) throw oid;
        const followed = await followFile({ one, old, oid, trees, blobCache });
        const rivals = followed.answer.status === "edited" && (await trees.isHeld());
        if (followed.certain && !rivals) answers.set(one.citation_id, followed.answer);
        else searches.push({ one, old, certain: followed.certain, otherwise: followed.answer });
      } catch (error) {
        answers.set(one.citation_id, asError(error));
      }
    }
    const rivals = new Map<string, readonly string[]>();
    const found = await unlessFailed(searchElsewhere(searches, { source, commit, trees, blobCache, rivals }));
    for (const { one } of searches)
      answers.set(one.citation_id, found instanceof SourceError ? found : answerOf(found, one));
    for (const one of cited) {
      const answer = answers.get(one.citation_id);
      if (!answer || answer instanceof Error || !answer.doubtful) continue;
      signal?.throwIfAborted();
      const old = olds.get(one.citation_id) ?? null;
      const settled = await settle({ one, old, trees, blobCache, answer }).catch(asError);
      if (settled) answers.set(one.citation_id, settled);
    }
    signal?.throwIfAborted();
    await addCopies(answers, { source, trees, blobCache, searches, rivals });
  }
  return answers;
}

/** Says of texts that are gone from their place where they were copied to before. */
async function addCopies(
  answers: Map<string, Answer | Error>,
  {
    searches,
    rivals,
    ...params
  }: {
    source: RepositorySource;
    trees: ReturnType<typeof createTrees>;
    blobCache: BlobCache;
    searches: readonly Search[];
    rivals: ReadonlyMap<string, readonly string[]>;
  },
): Promise<void> {
  for (const { one, old } of searches) {
    const answer = answers.get(one.citation_id);
    if (!answer || answer instanceof Error) continue;
    const found_before = rivals.get(one.citation_id) ?? [];
    // What is only offered must not make a verdict unreachable.
    const copy = await findCopy({ ...params, one, old, answer, rivals: found_before }).catch(() => null);
    if (copy) answers.set(one.citation_id, withCopy(answer, copy));
  }
}

/** Brings the cited texts onto the shelf, and answers the line tables of those that are not brought. */
async function fetchTables({
  source,
  cited,
  present,
  blobCache,
  storedTables,
}: {
  source: RepositorySource;
  cited: readonly Cited[];
  present: readonly string[];
  blobCache: BlobCache;
  storedTables: (blob_oids: readonly string[]) => Promise<ReadonlyMap<string, LineTable>>;
}): Promise<ReadonlyMap<string, LineTable>> {
  // Stored hashes of a file's lines do for its text, if the cited part of it was kept too.
  const stored = source.remote
    ? await storedTables([...new Set(cited.map(({ blob_oid }) => blob_oid))])
    : NO_TABLES;
  const needed = cited
    .filter(
      ({ blob_oid, anchor }) => !stored.has(blob_oid) || anchor.snippet === null || anchor.snippet_truncated,
    )
    .map(({ blob_oid }) => blob_oid);
  await blobCache.fetch([...needed, ...present]);
  if (source.remote) return stored;
  const lost = needed.filter((oid) => blobCache.text(oid)?.kind !== "text");
  if (lost.length === 0) return NO_TABLES;
  return storedTables([...new Set(lost)]);
}

/** What history says where copies of the text leave a doubt; null when it does not tell, or nothing better. */
async function settle({
  one,
  old,
  trees,
  blobCache,
  answer,
}: Step & { answer: Answer }): Promise<Answer | null> {
  const history = old && (await trees.history(one.commit_sha));
  if (!history) return null;
  const read = async (oids: readonly string[]) => {
    await blobCache.fetch(oids);
    return blobCache.text;
  };
  const { anchor, path, commit_sha: commit } = one;
  const walked = await walkLines({ anchor, old, path, commit, history, read });
  if (!walked) return null;
  const held = answer.status !== "edited" && answer.status !== "missing";
  if (walked === "gone") return held ? gone(LOCATE_REASONS.copy_was_there_before) : null;
  if (!walked.whole && !held) return null;
  const found = judge({ one, old, blobCache }, walked, (next) => locateFollowed(anchor, old, next, walked));
  const renamed = walked.path !== path && (found.status === "unchanged" || found.status === "moved");
  return { ...found, ...(renamed && { status: "renamed" as const }) };
}
