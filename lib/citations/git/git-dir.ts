import { readFile as readFileFromDisk, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { SourceError } from "../repositories/source";

export function notARepository(cause?: unknown): SourceError {
  return new SourceError("not_a_repository", "There is no git repository in this folder.", { cause });
}

/** The folder git works on, of a bare or a working repository. `not_a_repository` when there is none. */
export async function resolveGitDir(path: string): Promise<string> {
  if (!isAbsolute(path) || path.includes("\0")) {
    throw new SourceError("not_a_repository", "The path of a repository must be absolute.");
  }
  try {
    const top = await realpath(path);
    const dot_git = join(top, ".git");
    const entry = await stat(dot_git).catch(() => null);
    if (entry?.isDirectory()) return await realpath(dot_git);
    if (entry?.isFile()) {
      // A linked worktree or a submodule: the file names the folder.
      const [, target] = /^gitdir: (.+)$/m.exec(await readFileFromDisk(dot_git, "utf8")) ?? [];
      if (target === undefined) throw notARepository();
      return await realpath(resolve(top, target));
    }
    if ((await stat(join(top, "HEAD"))).isFile() && (await stat(join(top, "objects"))).isDirectory())
      return top;
    throw notARepository();
  } catch (cause) {
    throw cause instanceof SourceError ? cause : notARepository(cause);
  }
}

export function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}
