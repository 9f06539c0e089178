/**
 * Where results lie in a repository (SARIF 2.1.0, §3.4 artifactLocation and §3.14.14 originalUriBaseIds). Analyzers write
 * paths from the root, paths from a folder that they name elsewhere, and, like ESLint's own formatter, absolute ones of
 * the machine that scanned.
 */

/** What `originalUriBaseIds` says: a folder by its name, possibly inside another one. */
export type UriBases = Readonly<Record<string, { uri?: string; uriBaseId?: string }>>;

export type Artifact = { uri?: string; uriBaseId?: string };

/** Paths of a repository, from its root. */
export type RepositoryFiles = { has(path: string): boolean; keys(): Iterable<string> };

/** Bases may name each other; more than a few levels are a mistake or a circle. */
const MAX_BASES = 10;
const MAX_PATH = 1000;
/** A file of this name alone says nothing of where the repository lay: every package has an `index.ts`. */
const MIN_SHARED_SEGMENTS = 2;

/**
 * Finds the path of each artifact from the root of the repository; null where it lies elsewhere or cannot be found out.
 * `root` is the repository's folder on the machine that scanned. Without it, absolute paths are compared with the
 * repository's files: the folder that most of them agree on is its root.
 */
export function createPathFinder(
  artifacts: readonly Artifact[],
  { bases, root, files }: { bases: UriBases; root: string | null; files: RepositoryFiles | null },
): (artifact: Artifact) => string | null {
  const scanned = artifacts.flatMap((artifact) => absolutePath(artifact, bases) ?? []);
  const roots = root === null ? agreedRoots(scanned, files) : [folderPath(root)];
  return (artifact) => {
    const absolute = absolutePath(artifact, bases);
    const inRoot = absolute === null ? null : belowAny(absolute, roots);
    if (inRoot !== null) return inRoot;
    return relativePath(artifact, files);
  };
}

/** The folders that lead from absolute paths to files of the repository, those that most paths agree on first. */
function agreedRoots(absolute: readonly string[], files: RepositoryFiles | null): string[] {
  if (files === null) return [];
  const votes = new Map<string, number>();
  for (const path of absolute) {
    const root = rootOf(path, files);
    if (root !== null) votes.set(root, (votes.get(root) ?? 0) + 1);
  }
  const [first] = [...votes].sort(([, one], [, other]) => other - one);
  if (!first) return [];
  return [first[0]];
}

/** The folder before the longest end of a path that the repository has. */
function rootOf(path: string, files: RepositoryFiles): string | null {
  const segments = path.split("/").slice(1);
  const last = segments.length - MIN_SHARED_SEGMENTS;
  for (let first = 0; first <= last; first += 1)
    if (files.has(segments.slice(first).join("/"))) return `/${segments.slice(0, first).join("/")}`;
  return null;
}

function belowAny(path: string, roots: readonly string[]): string | null {
  const root = roots.find((each) => path.startsWith(each.endsWith("/") ? each : `${each}/`));
  if (root === undefined) return null;
  return storable(path.slice(root.length).replace(/^\/+/, ""));
}

/** A path from the root as it is written, or the one file of the repository that ends so. */
function relativePath({ uri }: Artifact, files: RepositoryFiles | null): string | null {
  if (uri === undefined || isAbsolute(uri)) return null;
  const path = storable(decode(uri).replace(/^(\.\/)+/, ""));
  if (path === null || files === null || files.has(path)) return path;
  const ending = [...files.keys()].filter((file) => file.endsWith(`/${path}`));
  const [only] = ending;
  if (only !== undefined && ending.length === 1) return only;
  return path;
}

/** The path on the machine that scanned, with the bases that its address names; null where none is known. */
function absolutePath({ uri, uriBaseId }: Artifact, bases: UriBases): string | null {
  let address = uri ?? "";
  let base = uriBaseId;
  for (let level = 0; level < MAX_BASES && !isAbsolute(address) && base !== undefined; level += 1) {
    const named: Artifact = Object.hasOwn(bases, base) ? (bases[base] ?? {}) : {};
    address = `${(named.uri ?? "").replace(/\/*$/, "/")}${address}`;
    base = named.uriBaseId;
  }
  if (!isAbsolute(address)) return null;
  return folderPath(address);
}

const isAbsolute = (uri: string) => /^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri) || /^[/\\]/.test(uri);

/** An absolute address or path with single slashes: `file:///C:/a`, `C:\a` → `/C:/a`; other schemes stay as they are. */
function folderPath(address: string): string {
  const path = decode(address.replace(/^file:(\/\/[^/]*)?/i, "")).replaceAll("\\", "/");
  return `/${path}`.replace(/\/{2,}/g, "/");
}

function storable(path: string): string | null {
  const outside = path.split("/").includes("..") || path.includes("\\") || path.includes("\u0000");
  if (path === "" || path.length > MAX_PATH || outside) return null;
  return path;
}

function decode(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
