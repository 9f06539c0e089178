import type { Db } from "@/lib/db/client";
import { insertCitationRows } from "@/lib/db/sql/citations";
import { AppError, type FieldError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { type Anchor, anchorAtCreation, hashesOnly } from "../anchoring/anchor";
import { LOCATE_REASONS } from "../anchoring/located";
import { decodeSource, encodeLineTable, isLfsPointer, matchesSha256, textOfRange } from "../anchoring/text";
import type { CitationInput, Repository } from "../contract";
import { whyMissing } from "../repositories/missing-path";
import { parseRepositoryPath, type RepositorySource, SourceError } from "../repositories/source";
import { openRepositorySource, unavailable } from "../repositories/sources";
import { type CitedSyntax, parseFile, syntaxOfLines } from "../syntax/parsed-file";

/** A citation that was seen to exist, ready to be stored. */
export type PreparedCitation = {
  path: string;
  line_start: number;
  line_end: number;
  commit_sha: string;
  blob_oid: string;
  /** The whole cited text, for those who must look into it before it is kept. Not stored from here. */
  text: string;
  anchor: Anchor;
  syntax: CitedSyntax;
  line_hashes: Uint8Array<ArrayBuffer>;
  /** It was read at the head of the default branch, so it counts as checked. */
  at_head: boolean;
  /** The words that it was inferred from; left out where its author made it. */
  mention?: string;
  /** What its author should know, such as that no branch holds its commit. */
  notes: string[];
};

/** The same citation without a word of the cited text: only its hashes will be kept. */
export function withoutText(prepared: PreparedCitation): PreparedCitation {
  const syntax = { ...prepared.syntax, symbol_path: null };
  return { ...prepared, text: "", anchor: hashesOnly(prepared.anchor), syntax };
}

/**
 * Reads every cited place in the repository, so that no citation is stored that does not exist. Git work: call it
 * outside a transaction.
 * @throws AppError invalid_input with one entry for each citation that is wrong, its pointer below `pointer`, such as
 * `/citations/0/line_end`; unavailable when the repository cannot be read.
 */
export async function prepareCitations(
  db: Db,
  params: {
    organization_id: string;
    repository: Repository;
    citations: readonly CitationInput[];
    pointer: string;
  },
): Promise<PreparedCitation[]> {
  const { repository, citations, pointer } = params;
  if (citations.length === 0) return [];
  const source = await openRepositorySource(db, params);
  const errors: FieldError[] = [];
  const prepared: PreparedCitation[] = [];
  const all = await prepareEachCitation(source, { repository, citations }).catch((error: unknown) => {
    throw unavailable(repository.name, error);
  });
  for (const [index, read] of all.entries())
    if ("detail" in read) errors.push({ pointer: `${pointer}/${index}/${read.field}`, detail: read.detail });
    else prepared.push(read);
  const [first] = errors;
  if (!first) return prepared;
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  throw new AppError("invalid_input", `${first.pointer}: ${first.detail}${rest}`, { errors });
}

/** Each citation as it was read, or why it cannot be cited, in their order. @throws SourceError. */
export async function prepareEachCitation(
  source: RepositorySource,
  { repository, citations }: { repository: Pick<Repository, "name">; citations: readonly CitationInput[] },
): Promise<(PreparedCitation | Refusal)[]> {
  const head = await source.headCommit();
  const all: (PreparedCitation | Refusal)[] = [];
  for (const citation of citations) all.push(await readCited({ source, head, repository, citation }));
  return all;
}

type Refusal = { field: "path" | "line_start" | "line_end" | "sha" | "snippet_hash"; detail: string };

async function readCited({
  source,
  head,
  repository,
  citation,
}: {
  source: RepositorySource;
  head: string;
  repository: Pick<Repository, "name">;
  citation: CitationInput;
}): Promise<PreparedCitation | Refusal> {
  const { line_start, line_end, snippet_hash } = citation;
  const path = plainPath(citation.path);
  if (typeof path !== "string") return path;
  const commit_sha = citation.sha === undefined ? head : await commitOf(source, citation.sha);
  if (commit_sha === null)
    return {
      field: "sha",
      detail: `is not a commit of ${repository.name}; push it and fetch the repository, or leave it out to cite the head`,
    };
  const at = `at commit ${commit_sha.slice(0, 12)} of ${repository.name}`;
  const file = await source.readFile(commit_sha, path);
  if (!file) return missingPath(source, { commit_sha, path, at });
  if (file.kind !== "file")
    return { field: "path", detail: `is a ${NOT_A_FILE[file.kind]} ${at}; cite lines of a file` };
  if (!file.bytes) return { field: "path", detail: `is too large ${at} to be cited` };
  if (isLfsPointer(file.bytes))
    return {
      field: "path",
      detail: `is stored in Git LFS ${at}, so the repository has no lines of it to cite`,
    };
  const decoded = decodeSource(file.bytes);
  const result = anchorAtCreation(decoded, citation);
  if (!result.ok || decoded.kind !== "text") {
    if (decoded.kind !== "text") return { field: "path", detail: `is a binary file ${at}; cite a text file` };
    const { length } = decoded.lines;
    if (!result.ok && result.refusal === "blank")
      return {
        field: "line_start",
        detail: `begins a range of blank lines ${at}; cite the lines that prove it`,
      };
    return {
      field: "line_end",
      detail: `does not exist: ${path} has ${length} ${length === 1 ? "line" : "lines"} ${at}; read it again and cite lines it has`,
    };
  }
  const text = textOfRange(decoded.lines, line_start, line_end);
  if (snippet_hash !== undefined && !matchesSha256(text, snippet_hash))
    return {
      field: "snippet_hash",
      detail: `does not match lines ${line_start}–${line_end} of ${path} ${at}; read them again, or name the commit you read in sha`,
    };
  const { lines } = decoded;
  return {
    path,
    line_start,
    line_end,
    commit_sha,
    text,
    blob_oid: file.blob_oid,
    anchor: result.anchor,
    syntax: syntaxOfLines(await parseFile({ path, lines }), { path, lines, line_start, line_end }),
    line_hashes: encodeLineTable(result.line_table),
    at_head: commit_sha === head,
    notes: await notesOn(source, { commit_sha, head, path }),
  };
}

async function missingPath(
  source: RepositorySource,
  { commit_sha, path, at }: { commit_sha: string; path: string; at: string },
): Promise<Refusal> {
  const why = await whyMissing(source, commit_sha, path);
  if (why !== null) return { field: "path", detail: `${why} (${at})` };
  return {
    field: "path",
    detail: `does not exist ${at}; check the path, or name the commit at which you read it in sha`,
  };
}

/** Nothing to say where a branch holds the commit, or the source cannot tell. */
async function notesOn(
  source: RepositorySource,
  { commit_sha, head, path }: { commit_sha: string; head: string; path: string },
): Promise<string[]> {
  if (commit_sha === head || !source.isOnBranch) return [];
  if (await source.isOnBranch(commit_sha).catch(() => true)) return [];
  const commit = commit_sha.slice(0, 12);
  return [
    `No branch holds commit ${commit}, at which ${path} is cited: it is checked against the default branch, where the lines may not exist.`,
  ];
}

const NOT_A_FILE = { symlink: "symbolic link", submodule: "submodule", directory: "folder" } as const;

function plainPath(path: string): string | Refusal {
  try {
    return parseRepositoryPath(path);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const why = error.message.replace(/^The path /, "").replace(/\.$/, "");
    return { field: "path", detail: `${why}; give it from the root of the repository, such as src/index.ts` };
  }
}

async function commitOf(source: RepositorySource, sha: string): Promise<string | null> {
  return source.resolveRef(sha).catch((error: unknown) => {
    if (error instanceof SourceError && error.code === "unknown_ref") return null;
    throw error;
  });
}

/**
 * Stores the prepared citations of memories, of each in order, in one statement. What was read at the head is
 * `unchanged` and has its first check; the rest is `unchecked`.
 */
export async function insertCitations(
  tx: Db,
  {
    organization_id,
    memories,
    now,
  }: {
    organization_id: string;
    memories: readonly {
      memory_id: string;
      repository_id: string;
      prepared: readonly PreparedCitation[];
      /** The order of the first one among those of the memory. Default: 0. */
      first_position?: number;
    }[];
    now: Date;
  },
): Promise<void> {
  const tables = new Map<string, Uint8Array>();
  for (const { prepared } of memories)
    for (const { blob_oid, line_hashes } of prepared) tables.set(blob_oid, line_hashes);
  const citations = memories.flatMap(({ memory_id, repository_id, prepared, first_position = 0 }) =>
    prepared.map(({ path, commit_sha, blob_oid, anchor, syntax, at_head, mention }, index) => {
      const { snippet_truncated: _, ...kept } = anchor;
      return {
        ...kept,
        id: newId(),
        check_id: newId(),
        memory_id,
        repository_id,
        position: first_position + index,
        path,
        commit_sha,
        blob_oid,
        mention: mention ?? null,
        symbol_path: syntax.symbol_path,
        syntax: syntax.signature,
        checked_commit: at_head ? commit_sha : null,
      };
    }),
  );
  if (citations.length === 0) return;
  await insertCitationRows(tx, {
    organization_id,
    now,
    citations,
    reason: LOCATE_REASONS.same_blob,
    tables: [...tables].map(([blob_oid, line_hashes]) => ({ blob_oid, line_hashes })),
  });
}
