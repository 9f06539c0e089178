import type { Db } from "@/lib/db/client";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { decodeSource, isLfsPointer } from "../anchoring/text";
import { whyMissing } from "../repositories/missing-path";
import {
  parseRepositoryPath,
  type RepositoryFile,
  type RepositorySource,
  SourceError,
  type TreeFiles,
} from "../repositories/source";
import { openRepositorySource, type RegisteredRepository, unavailable } from "../repositories/sources";
import { MAX_FILE_BYTES, MAX_FILE_LINES, type RepositoryEntry, type RepositoryFileText } from "./contract";
import { entriesOf } from "./folder-entries";

type At = { commit_sha: string; head_commit: string };

type Place = RegisteredRepository & { ref?: string };

/**
 * Reads a repository at `ref` (default: the head of the default branch).
 * @throws AppError invalid_input at `pointer` for a path that leaves the repository, at `/ref` for a ref that it does not
 * have; unavailable when it cannot be read.
 */
async function readAt<T extends object>(
  db: Db,
  { ref, ...registered }: Place,
  pointer: string,
  read: (source: RepositorySource, commit: string) => Promise<T>,
): Promise<T & At> {
  const source = await openRepositorySource(db, registered);
  try {
    const commit_sha = await source.resolveRef(ref);
    const head_commit = ref === undefined ? commit_sha : await source.headCommit();
    return { ...(await read(source, commit_sha)), commit_sha, head_commit };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    if (error.code === "invalid_path") throw invalidField(pointer, error.message.replace(/\.$/, ""));
    if (error.code === "unknown_ref")
      throw invalidField("/ref", `${error.message} Push it, or fetch the repository, and try again`);
    throw unavailable(registered.repository.name, error);
  }
}

const UNLISTED =
  "This repository has too many files to list. Open a file by its path, or find it through a citation.";

async function listTree(source: RepositorySource, commit: string): Promise<TreeFiles> {
  return source.listFiles(commit).catch((error: unknown) => {
    if (error instanceof SourceError && error.code === "refused")
      throw new AppError("unprocessable", UNLISTED, { cause: error });
    throw error;
  });
}

const folderOf = (path: string | undefined): string => {
  const plain = (path ?? "").replace(/\/+$/, "");
  if (plain === "") return "";
  return parseRepositoryPath(plain);
};

/** The entries of one folder, a part of them at a time. */
export function readFolder(
  db: Db,
  { folder: asked, offset, limit, ...place }: Place & { folder?: string; offset: number; limit: number },
): Promise<At & { folder: string; items: RepositoryEntry[]; total: number; files: number }> {
  return readAt(db, place, "/folder", async (source, commit) => {
    const folder = folderOf(asked);
    const found = entriesOf(await listTree(source, commit), folder);
    if (!found) {
      const why = await whyMissing(source, commit, `${folder}/`);
      throw invalidField("/folder", why ?? "is not a folder of the repository at this commit");
    }
    const { entries, files } = found;
    return { folder, items: entries.slice(offset, offset + limit), total: entries.length, files };
  });
}

/** The paths of all files of a commit. */
export function readPaths(db: Db, place: Place): Promise<At & { paths: string[] }> {
  return readAt(db, place, "/ref", async (source, commit) => {
    const tree = await listTree(source, commit);
    return { paths: [...tree].flatMap(([path, { kind }]) => (kind === "submodule" ? [] : [path])) };
  });
}

/** A file's text, or the reason why it has none. */
export function readText(
  db: Db,
  { path: asked, ...place }: Place & { path: string },
): Promise<Omit<RepositoryFileText, "repository">> {
  return readAt(db, place, "/path", async (source, commit) => {
    const path = folderOf(asked);
    if (path === "") throw invalidField("/path", "must name a file");
    const file = await source.readFile(commit, path);
    if (!file) {
      const why = await whyMissing(source, commit, path);
      return nothing(
        path,
        "absent",
        why === null ? "There is no file at this path in this commit." : `The path ${why}.`,
      );
    }
    return textOf(file, path);
  });
}

type Text = Pick<RepositoryFileText, "path" | "kind" | "text" | "line_count" | "bytes" | "reason">;

const nothing = (
  path: string,
  kind: RepositoryFileText["kind"],
  reason: string | null,
  known: { bytes?: number; line_count?: number } = {},
): Text => ({
  path,
  kind,
  text: null,
  line_count: known.line_count ?? null,
  bytes: known.bytes ?? null,
  reason,
});

function textOf({ kind, bytes }: RepositoryFile, path: string): Text {
  if (kind === "directory") return nothing(path, "folder", null);
  if (kind === "submodule")
    return nothing(path, kind, "This is a submodule, another repository. Register that one to read it here.");
  if (kind === "symlink")
    return nothing(path, kind, `This is a symbolic link to ${bytes?.toString("utf8") ?? "another path"}.`);
  if (!bytes) return nothing(path, kind, "The file is too large to be read here.");
  const size = { bytes: bytes.byteLength };
  if (isLfsPointer(bytes))
    return nothing(
      path,
      kind,
      "The file is stored in Git LFS, so the repository does not contain its lines.",
      size,
    );
  const decoded = decodeSource(bytes);
  if (decoded.kind === "binary")
    return nothing(path, kind, "The file is binary: it has no lines to show.", size);
  const { lines } = decoded;
  const known = { ...size, line_count: lines.length };
  if (bytes.byteLength > MAX_FILE_BYTES || lines.length > MAX_FILE_LINES)
    return nothing(path, kind, tooLarge(known), known);
  return { path, kind, text: lines.join("\n"), reason: null, ...known };
}

function tooLarge({ bytes, line_count }: { bytes: number; line_count: number }): string {
  const size = `${(bytes / 1_000_000).toFixed(1)} MB, ${line_count.toLocaleString("en")} lines`;
  return `The file is too large to show (${size}); the limits are 1 MB and 20,000 lines.`;
}
