import { groupBy } from "@/lib/kernel/group-by";
import {
  type FileHistory,
  MOST_HELD_FILES,
  type RepositorySource,
  SourceError,
  type TreeFiles,
} from "../repositories/source";
import { nameOf } from "./path-likeness";
import type { Cited, Followed } from "./relocate";
import { type DecodedSource, decodeSource, isLfsPointer, type LineTable } from "./text";

/** `doubtful`: copies of the text leave a doubt that history may settle. */
export type Answer = Followed & { doubtful: boolean };

/** Files of which both states are held at the same time. */
const FILES_AT_ONCE = 100;

const ALIKE_FILES = 8;

export const NO_TABLES: ReadonlyMap<string, LineTable> = new Map();

export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Citations by file, so many files at a time that they fit into memory. */
export function* portions<C extends Cited>(cited: readonly C[]): Generator<C[]> {
  const lists = [...groupBy(cited, ({ blob_oid, path }) => `${blob_oid} ${path}`).values()];
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

export type Trees = ReturnType<typeof createTrees>;

/** From so many paths on the whole tree is listed, which costs one question. */
const PATHS_WORTH_A_LISTING = 8;

export function createTrees(source: RepositorySource, commit: string) {
  const listings = new Map<string, Promise<TreeFiles | null>>();
  const renames = new Map<string, ReturnType<RepositorySource["renamesBetween"]>>();
  const histories = new Map<string, Promise<FileHistory | null>>();

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
      if (file?.kind === "file") return file.blob_oid;
      return null;
    }
    const entry = files.get(path);
    if (entry?.kind === "file") return entry.oid;
    return null;
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

    /**
     * Empty when either commit is gone, or there is too much to list: the rest still holds. Rejects when it took too
     * long, which says nothing.
     */
    renames(from: string, by: "history" | "trees") {
      const key = `${by} ${from}`;
      const known = renames.get(key);
      if (known) return known;
      const found = source
        .renamesBetween(from, commit, by)
        .catch(unless("unknown_ref", "refused"))
        .then((answer) => answer ?? []);
      renames.set(key, found);
      return found;
    },

    /** Null when the commit is gone, or the source does not know what lies between. Rejects when it took too long. */
    history(from: string): Promise<FileHistory | null> {
      const known = histories.get(from);
      if (known) return known;
      const asked = source.fileHistory?.(from, commit) ?? Promise.resolve(null);
      const history = asked.catch(unless("unknown_ref", "refused"));
      histories.set(from, history);
      return history;
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
  const by_name = groupBy(tree.keys(), nameOf);
  const regular = [...tree.keys()].filter((path) => tree.get(path)?.kind === "file");
  const by_oid = groupBy(regular, (path) => tree.get(path)?.oid ?? "");
  const look_up = { by_oid, by_name };
  look_ups.set(tree, look_up);
  return look_up;
}

/** Handler of a rejection: null for a SourceError of these codes. */
export function unless(...codes: SourceError["code"][]): (error: unknown) => null {
  return (error) => {
    if (error instanceof SourceError && codes.includes(error.code)) return null;
    throw error;
  };
}

export type BlobCache = ReturnType<typeof createBlobCache>;

/** Blobs at hand while some files are compared. */
export function createBlobCache(source: RepositorySource) {
  const texts = new Map<string, DecodedSource | null>();
  const outside = new Set<string>();
  return {
    async fetch(oids: readonly string[]): Promise<void> {
      const wanted = [...new Set(oids)].filter((oid) => !texts.has(oid));
      if (wanted.length === 0) return;
      const blobs = await source.readBlobs(wanted);
      for (const oid of wanted) {
        const bytes = blobs.get(oid);
        if (bytes && isLfsPointer(bytes)) outside.add(oid);
        texts.set(oid, bytes ? decodeSource(bytes) : null);
      }
    },
    /** Whether a blob only names a content that is kept in Git LFS. */
    isOutside: (oid: string): boolean => outside.has(oid),
    /** Null for a blob that the source does not have, or that is too large. */
    text: (oid: string): DecodedSource | null => texts.get(oid) ?? null,
  };
}
