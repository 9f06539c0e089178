/**
 * How truthfully citations are followed: the product's verdicts against the tracker's, over sampled citations of public
 * repositories, with the commit they were made at and with it gone.
 */
import {
  anchorAtCreation,
  blobsAt,
  type CitedCode,
  decodeSource,
  followAndJudge,
  type LineTable,
  openLocal,
  parseFile,
  type RepositorySource,
  SourceError,
  syntaxOfLines,
} from "@/lib/citations";
import { isKept, type Judged, type Mode } from "./citations-figures";
import type { TrueCitation, TruePair, TrueRepository } from "./citations-truth-file";

/** Every citation of a repository, judged in both modes. */
export async function judgeRepository(git_dir: string, repository: TrueRepository): Promise<Judged[]> {
  const source = await openLocal(git_dir);
  const judged: Judged[] = [];
  try {
    for (const pair of repository.pairs) {
      const prepared = await prepare(source, pair);
      for (const mode of ["commit at hand", "commit gone"] as const)
        judged.push(...(await judge(repository, pair, prepared, mode, source)));
    }
  } finally {
    await source.close();
  }
  return judged;
}

type Prepared = { cited: (CitedCode & { wanted: TrueCitation })[]; tables: Map<string, LineTable> };

/** What the product keeps of each citation when it is made. */
export async function prepare(source: RepositorySource, pair: TruePair): Promise<Prepared> {
  const tables = new Map<string, LineTable>();
  const cited: Prepared["cited"] = [];
  for (const [index, wanted] of pair.citations.entries()) {
    const file = await source.readFile(pair.from, wanted.origin.path);
    const made = file?.bytes ? anchorAtCreation(decodeSource(file.bytes), wanted.origin) : null;
    if (!file || !made?.ok) throw new Error(`cannot be cited: ${JSON.stringify(wanted.origin)}`);
    tables.set(file.blob_oid, made.line_table);
    const decoded = decodeSource(file.bytes ?? Buffer.alloc(0));
    const lines = decoded.kind === "text" ? decoded.lines : [];
    const { path } = wanted.origin;
    const { signature } = syntaxOfLines(await parseFile({ path, lines }), { ...wanted.origin, lines });
    const { blob_oid } = file;
    cited.push({
      citation_id: String(index),
      path,
      commit_sha: pair.from,
      blob_oid,
      anchor: made.anchor,
      signature,
      facts: [],
      wanted,
    });
  }
  return { cited, tables };
}

async function judge(
  repository: TrueRepository,
  pair: TruePair,
  { cited, tables }: Prepared,
  mode: Mode,
  source: RepositorySource,
): Promise<Judged[]> {
  const seen = mode === "commit gone" ? await withoutCommit(source, pair) : source;
  const blobs = await blobsAt(seen, pair.to, [...new Set(cited.map(({ path }) => path))]);
  const changed = cited.filter(({ path, blob_oid }) => blobs.get(path) !== blob_oid);
  const storedTables = async (oids: readonly string[]) =>
    new Map(oids.flatMap((oid) => [[oid, tables.get(oid)] as const]).filter(isKept));
  const followed = await followAndJudge(seen, pair.to, { cited: changed, storedTables });
  return cited.map(({ citation_id, path, wanted }) => {
    const common = {
      repository: repository.name,
      aside: repository.aside,
      from: pair.from,
      to: pair.to,
      distance: pair.distance,
      mode,
      wanted,
    };
    const answer = followed.get(citation_id);
    if (answer instanceof Error)
      return {
        ...common,
        status: "unreachable",
        path: null,
        line_start: null,
        line_end: null,
        confidence: null,
        facts: [],
        reason: answer.message,
      };
    if (!answer)
      return {
        ...common,
        ...wanted.origin,
        status: "unchanged",
        path,
        confidence: 1,
        facts: [],
        reason: "the same blob",
      };
    const { status, line_start, line_end, confidence, reason, file, facts } = answer;
    return { ...common, status, path: file?.path ?? null, line_start, line_end, confidence, facts, reason };
  });
}

/** The repository after a force-push and a collection: the old commit and every blob of it that is not in the new one. */
async function withoutCommit(source: RepositorySource, { to }: TruePair): Promise<RepositorySource> {
  const kept = new Set([...(await source.listFiles(to)).values()].map(({ oid }) => oid));
  const only = (commit: string): void => {
    if (commit !== to) throw new SourceError("unknown_ref", "The repository has no such commit.");
  };
  return {
    ...source,
    listFiles: async (commit) => {
      only(commit);
      return source.listFiles(commit);
    },
    readFile: async (commit, path) => {
      only(commit);
      return source.readFile(commit, path);
    },
    blobOid: async (commit, path) => {
      only(commit);
      return source.blobOid(commit, path);
    },
    readBlob: async (oid) => (kept.has(oid) ? source.readBlob(oid) : null),
    readBlobs: async (oids) => {
      const there = await source.readBlobs(oids.filter((oid) => kept.has(oid)));
      return new Map(oids.map((oid) => [oid, there.get(oid) ?? null]));
    },
    renamesBetween: async (from, target, by) => {
      only(from);
      return source.renamesBetween(from, target, by);
    },
    fileHistory: async (from, target) => {
      only(from);
      return (await source.fileHistory?.(from, target)) ?? null;
    },
    similarFiles: async (commit, table, most) => {
      only(commit);
      return (await source.similarFiles?.(commit, table, most)) ?? null;
    },
    filesWithText: async (commit, lines) => {
      only(commit);
      return source.filesWithText(commit, lines);
    },
  };
}
