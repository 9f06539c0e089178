import { LRUCache } from "lru-cache";
import {
  kindOf,
  parseOid,
  parseRepositoryPath,
  type RepositoryFile,
  SourceError,
  type TreeEntry,
  type TreeFiles,
} from "../repositories/source";
import { type GitRepository, readObject, runChecked } from "./git-repository";
import { rootOf } from "./refs";

/** Contents are immutable under their ids, so one cache serves all repositories; keys begin with the repository. */
const blobs = new LRUCache<string, Buffer>({
  maxSize: 32_000_000,
  sizeCalculation: (bytes) => bytes.length + 200,
});

type TreeEntries = ReadonlyMap<string, { mode: string; oid: string }>;
const trees = new LRUCache<string, TreeEntries>({
  maxSize: 200_000,
  sizeCalculation: (tree) => tree.size + 1,
});

export async function listFiles(repository: GitRepository, commit: string): Promise<TreeFiles> {
  const root = await rootOf(repository, commit);
  const known = repository.listings.get(root);
  if (known) return known;
  const files = parseListing(await runChecked(repository, ["ls-tree", "-r", "-z", "--full-tree", root]));
  repository.listings.set(root, files);
  return files;
}

export async function readFile(
  repository: GitRepository,
  commit: string,
  path: string,
): Promise<RepositoryFile | null> {
  const entry = await entryAt(repository, commit, path);
  if (!entry) return null;
  const kind = kindOf(entry.mode);
  const bytes = kind === "file" || kind === "symlink" ? await readBlob(repository, entry.oid) : null;
  return { kind, blob_oid: entry.oid, mode: entry.mode, bytes };
}

export async function blobOid(
  repository: GitRepository,
  commit: string,
  path: string,
): Promise<string | null> {
  const entry = await entryAt(repository, commit, path);
  const kind = entry ? kindOf(entry.mode) : null;
  if (entry && (kind === "file" || kind === "symlink")) return entry.oid;
  return null;
}

export async function readBlob(repository: GitRepository, oid: string): Promise<Buffer | null> {
  const key = `${repository.git_dir}\0${parseOid(oid)}`;
  const known = blobs.get(key);
  if (known) return known;
  const object = await readObject(repository, oid);
  if (object?.type !== "blob" || !object.bytes) return null;
  blobs.set(key, object.bytes);
  return object.bytes;
}

export async function readBlobs(
  repository: GitRepository,
  oids: readonly string[],
): Promise<ReadonlyMap<string, Buffer | null>> {
  const wanted = [...new Set(oids)];
  const found = await Promise.all(wanted.map((oid) => readBlob(repository, oid)));
  return new Map(wanted.map((oid, index) => [oid, found[index] ?? null]));
}

async function entryAt(
  repository: GitRepository,
  commit: string,
  path: string,
): Promise<{ mode: string; oid: string } | null> {
  const segments = parseRepositoryPath(path).split("/");
  let entry = { mode: "040000", oid: await rootOf(repository, commit) };
  for (const segment of segments) {
    if (entry.mode !== "040000") return null;
    const next = (await treeOf(repository, entry.oid)).get(segment);
    if (!next) return null;
    entry = next;
  }
  return entry;
}

async function treeOf(repository: GitRepository, oid: string): Promise<TreeEntries> {
  const key = `${repository.git_dir}\0${oid}`;
  const known = trees.get(key);
  if (known) return known;
  const object = await readObject(repository, oid);
  if (object?.type !== "tree") {
    throw new SourceError(
      "unreachable",
      "The repository lacks a folder of this commit; is it a partial clone?",
    );
  }
  if (!object.bytes) throw new SourceError("refused", "A folder of this commit is too large to read.");
  const tree = parseTree(object.bytes, oid.length / 2);
  trees.set(key, tree);
  return tree;
}

/** A raw tree object: `<mode> <name>\0<id>` for each entry. Names that are not UTF-8 cannot be asked for. */
function parseTree(bytes: Buffer, oid_bytes: number): TreeEntries {
  const entries = new Map<string, { mode: string; oid: string }>();
  for (let offset = 0; offset < bytes.length; ) {
    const space = bytes.indexOf(32, offset);
    const end = bytes.indexOf(0, space);
    if (space < 0 || end < 0) break;
    const mode = bytes.toString("latin1", offset, space).padStart(6, "0");
    entries.set(bytes.toString("utf8", space + 1, end), {
      mode,
      oid: bytes.toString("hex", end + 1, end + 1 + oid_bytes),
    });
    offset = end + 1 + oid_bytes;
  }
  return entries;
}

/** `ls-tree -r -z`: `<mode> <type> <id>\t<path>\0` for each leaf. */
function parseListing(output: string): TreeFiles {
  const files = new Map<string, TreeEntry>();
  for (const record of output.split("\0")) {
    const tab = record.indexOf("\t");
    if (tab < 0) continue;
    const [mode = "", , oid = ""] = record.slice(0, tab).split(" ");
    const kind = kindOf(mode);
    if (kind !== "directory") files.set(record.slice(tab + 1), { kind, mode, oid });
  }
  return files;
}
