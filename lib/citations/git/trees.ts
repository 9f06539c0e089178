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

/** Folders that are read one by one for a listing; where more are unknown, git lists the whole tree. */
const MOST_FOLDERS_READ = 64;
/** Of larger trees the folders are not kept, or they would take the place of all others. */
const MOST_FILES_KEPT = 50_000;

/** Every file of a commit. After a push only the folders that changed are read, by the process that reads objects. */
export async function listFiles(repository: GitRepository, commit: string): Promise<TreeFiles> {
  const root = await rootOf(repository, commit);
  const known = repository.listings.get(root);
  if (known) return known;
  const files = (await listByFolders(repository, root)) ?? (await listWhole(repository, root));
  repository.listings.set(root, files);
  return files;
}

async function listWhole(repository: GitRepository, root: string): Promise<TreeFiles> {
  const output = await runChecked(repository, ["ls-tree", "-r", "-t", "-z", "--full-tree", root]);
  const { files, folders } = parseListing(output, root);
  if (files.size <= MOST_FILES_KEPT)
    for (const [oid, entries] of folders) trees.set(keyOf(repository, oid), entries);
  return files;
}

/** The files below a folder, most of whose folders are known; null when too many are not, or one cannot be read. */
async function listByFolders(repository: GitRepository, root: string): Promise<TreeFiles | null> {
  const read = new Map<string, TreeEntries>();
  let unknown = 0;
  for (let level = [root]; level.length > 0; ) {
    unknown += level.filter((oid) => !trees.has(keyOf(repository, oid))).length;
    if (unknown > MOST_FOLDERS_READ) return null;
    const entries = await Promise.all(level.map((oid) => treeOf(repository, oid))).catch(asNull);
    if (entries === null) return null;
    for (const [index, tree] of entries.entries()) read.set(level[index] ?? "", tree);
    const below = entries.flatMap((tree) => [...tree.values()]).filter(({ mode }) => mode === FOLDER);
    level = [...new Set(below.map(({ oid }) => oid))].filter((oid) => !read.has(oid));
  }
  const files = new Map<string, TreeEntry>();
  addFiles(files, { read, oid: root, folder: "" });
  return files;
}

const FOLDER = "040000";

function asNull(error: unknown): null {
  if (error instanceof SourceError) return null;
  throw error;
}

/** In the order of a listing by git: a folder's files are where the folder is. */
function addFiles(
  files: Map<string, TreeEntry>,
  { read, oid, folder }: { read: ReadonlyMap<string, TreeEntries>; oid: string; folder: string },
): void {
  for (const [name, entry] of read.get(oid) ?? []) {
    const path = folder + name;
    const kind = kindOf(entry.mode);
    if (kind === "directory") addFiles(files, { read, oid: entry.oid, folder: `${path}/` });
    else files.set(path, { kind, ...entry });
  }
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

const keyOf = ({ git_dir }: GitRepository, oid: string) => `${git_dir}\0${oid}`;

async function treeOf(repository: GitRepository, oid: string): Promise<TreeEntries> {
  const key = keyOf(repository, oid);
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

/** `ls-tree -r -t -z`: `<mode> <type> <id>\t<path>\0` for each leaf, and for each folder before what is in it. */
function parseListing(
  output: string,
  root: string,
): { files: TreeFiles; folders: ReadonlyMap<string, TreeEntries> } {
  const files = new Map<string, TreeEntry>();
  const by_path = new Map<string, Map<string, { mode: string; oid: string }>>([["", new Map()]]);
  const oids = new Map([["", root]]);
  for (const record of output.split("\0")) {
    const tab = record.indexOf("\t");
    if (tab < 0) continue;
    const [mode = "", , oid = ""] = record.slice(0, tab).split(" ");
    const path = record.slice(tab + 1);
    const slash = path.lastIndexOf("/");
    by_path.get(path.slice(0, Math.max(0, slash)))?.set(path.slice(slash + 1), { mode, oid });
    const kind = kindOf(mode);
    if (kind === "directory") {
      by_path.set(path, new Map());
      oids.set(path, oid);
    } else files.set(path, { kind, mode, oid });
  }
  const folders = [...by_path].map(([path, entries]) => [oids.get(path) ?? "", entries] as const);
  return { files, folders: new Map(folders) };
}
