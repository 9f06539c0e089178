import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, realpath, rename, rm } from "node:fs/promises";
import path from "node:path";
import { MAX_SKILL_BYTES } from "../contract";

/** SHA-256 in hex of a file's bytes, or of a text as UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Why a path of a repository is not a place for a skill, or null. */
export function refusePath(relative: string): string | null {
  const segments = relative.split("/");
  if (relative.includes("\\")) return "must have / between folders";
  if (segments.some((segment) => segment === "" || segment === "." || segment === ".."))
    return "must be a path from the root of the repository, without . or ..";
  if (segments.some((segment) => segment.toLowerCase() === ".git")) return "must not lie in .git";
  if (segments.at(-1) !== "SKILL.md") return "must end with SKILL.md";
  return null;
}

/** A skill's file as it is in a working copy, or in one sentence why it cannot be used. */
export type WorkingFile =
  | { bytes: Buffer; sha256: string; mode: number }
  | { problem: string; missing: boolean };

const refused = (problem: string) => ({ problem, missing: false });

/**
 * Reads a skill from a working copy. Links that lead out of it, into `.git`, and a link in place of the file are refused.
 * @throws Error of the file system for what may pass (permissions, a failing disk).
 */
export async function readWorkingFile(root: string, relative: string): Promise<WorkingFile> {
  const place = await findPlace(root, relative);
  if ("problem" in place) return place;
  let handle: FileHandle;
  try {
    // Without the mark the bundler takes every file of the project for one that may be opened here.
    handle = await open(
      /* turbopackIgnore: true */ place.file,
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
  } catch (error) {
    if (codeOf(error) === "ELOOP")
      return refused(`${relative} is a symbolic link; put the file itself there`);
    if (codeOf(error) === "ENOENT")
      return { problem: `${relative} does not exist in the working copy`, missing: true };
    throw error;
  }
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) return refused(`${relative} is not a file`);
    // Larger files can be no skill; reading them would only cost memory.
    if (stat.size > MAX_SKILL_BYTES * 4)
      return refused(`${relative} is larger than ${MAX_SKILL_BYTES / 1024} KB`);
    const bytes = await handle.readFile();
    return { bytes, sha256: sha256(bytes), mode: stat.mode & 0o7777 };
  } finally {
    await handle.close();
  }
}

async function findPlace(
  root: string,
  relative: string,
): Promise<{ folder: string; file: string } | { problem: string; missing: boolean }> {
  const bad = refusePath(relative);
  if (bad !== null) return refused(`${relative} ${bad}`);
  try {
    const top = await realpath(root);
    const folder = await realpath(path.join(top, path.dirname(relative)));
    const inside = path.relative(top, folder).split(path.sep);
    if (
      inside[0] === ".." ||
      path.isAbsolute(inside[0] ?? "") ||
      inside.some((part) => part.toLowerCase() === ".git")
    )
      return refused(
        `${relative} leaves the repository through a symbolic link; put the folder itself there`,
      );
    return { folder, file: path.join(folder, path.basename(relative)) };
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR")
      return { problem: `${relative} does not exist in the working copy`, missing: true };
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  if (error instanceof Error && "code" in error) return error.code;
  return undefined;
}

/** What became of a write. `conflict`: the file is not one of those expected, and was left alone. */
export type WriteOutcome =
  | { outcome: "written" | "already_there" }
  | { outcome: "conflict"; found_sha256: string | null; problem: string };

/**
 * Replaces a skill's file when it is one of those expected: a new file beside it, on disk, takes its place in one step, with
 * its permissions. A reader sees the old file or the new one; a crash leaves one of them. `attempt` names the file beside
 * it, so that a repetition cleans up after itself.
 * @throws Error of the file system for what may pass.
 */
export async function replaceWorkingFile(
  root: string,
  relative: string,
  params: { content: string; expected_sha256: readonly string[]; attempt: string },
): Promise<WriteOutcome> {
  const content = Buffer.from(params.content, "utf8");
  const target = sha256(content);
  const found = await readWorkingFile(root, relative);
  if ("problem" in found) return { outcome: "conflict", found_sha256: null, problem: `${found.problem}.` };
  if (found.sha256 === target) return { outcome: "already_there" };
  const changed = {
    outcome: "conflict" as const,
    found_sha256: found.sha256,
    problem:
      "The file was changed in the working copy since the version it was made for; it was not overwritten.",
  };
  if (!params.expected_sha256.includes(found.sha256)) return changed;
  const place = await findPlace(root, relative);
  if ("problem" in place) return { outcome: "conflict", found_sha256: null, problem: `${place.problem}.` };
  const beside = path.join(place.folder, `.SKILL.md.${params.attempt}.tmp`);
  await rm(beside, { force: true });
  try {
    const handle = await open(beside, "wx", found.mode);
    try {
      await handle.chmod(found.mode);
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Writing to disk takes its time; an editor may have saved meanwhile.
    const again = await readWorkingFile(root, relative);
    if ("problem" in again || again.sha256 !== found.sha256) return changed;
    await rename(beside, place.file);
  } finally {
    await rm(beside, { force: true });
  }
  await syncFolder(place.folder);
  return { outcome: "written" };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
