import { decodeSource, type RepositorySource } from "@/lib/citations";
import { compareTexts } from "@/lib/text/order";
import { combine, type Effective, type Placed } from "./combine";
import { isConfiguration, readConfiguration } from "./files";
import type { Unread } from "./settings";

/** Repositories with more have their outermost files read. */
const MAX_FILES = 80;
const MAX_BYTES = 512_000;
/** More settings that hold than this are no preferences any more. */
const MAX_SETTINGS = 150;

/** Files in such folders configure examples of a tool's tests, or code of others. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|vendor|third[_-]party|__?fixtures?__?|fixtures?|testdata|test[_-]data|__snapshots__|snapshots|templates?)\//i;

/** What could not be read, and where. */
export type UnreadPlace = Unread & { path: string };

export type RepositoryConfiguration = {
  commit_sha: string;
  files: string[];
  settings: Effective[];
  unread: UnreadPlace[];
};

/**
 * What the configuration of a repository's tools says at the head of its default branch, read and never run. Files that
 * cannot be read, or not as a whole, are in `unread` with the reason.
 * @throws SourceError when the repository cannot be read.
 */
export async function readRepositoryConfiguration(
  source: RepositorySource,
): Promise<RepositoryConfiguration> {
  const commit_sha = await source.headCommit();
  const entries = [...(await source.listFiles(commit_sha))].filter(
    ([path, { kind }]) => kind === "file" && isConfiguration(path) && !FOREIGN.test(path),
  );
  const depth = (path: string) => path.split("/").length;
  const outermost = entries.sort(([a], [b]) => depth(a) - depth(b) || compareTexts(a, b));
  const read = outermost.slice(0, MAX_FILES);
  const blobs = await source.readBlobs(read.map(([, { oid }]) => oid));
  const unread: UnreadPlace[] = outermost
    .slice(MAX_FILES)
    .map(([path]) => ({ path, line: null, why: `only the outermost ${MAX_FILES} files are read` }));
  const placed: Placed[] = [];
  for (const [path, { oid }] of read) {
    const text = textOf(blobs.get(oid) ?? null);
    if (typeof text !== "string") {
      unread.push({ path, line: null, why: text.why });
      continue;
    }
    const report = await readConfiguration({ path, text });
    placed.push(...report.settings.map((setting) => ({ ...setting, path })));
    unread.push(...report.unread.map((one) => ({ ...one, path })));
  }
  const settings = combine(placed);
  for (const { path } of settings.slice(MAX_SETTINGS))
    unread.push({ path, line: null, why: `only the first ${MAX_SETTINGS} settings are kept` });
  return { commit_sha, files: read.map(([path]) => path), settings: settings.slice(0, MAX_SETTINGS), unread };
}

function textOf(bytes: Buffer | null): string | { why: string } {
  if (!bytes || bytes.length > MAX_BYTES) return { why: "is too large" };
  const decoded = decodeSource(bytes);
  if (decoded.kind !== "text") return { why: "is no text" };
  return decoded.lines.join("\n");
}

/** Where a setting holds, in words: the language or glob, and the folder below which. */
export function placeOf({ folder, area }: Pick<Effective, "folder" | "area">): string | null {
  const named = area === "any" ? null : area;
  if (folder === "") return named;
  return named === null ? folder : `${folder} (${named})`;
}
