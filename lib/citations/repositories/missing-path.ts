import type { RepositorySource } from "./source";

/**
 * Why nothing stands at a path of a commit, where more can be said than that: a folder on the way is a submodule, whose
 * files are in another repository, or a symbolic link, which is not followed. Null otherwise.
 */
export async function whyMissing(
  source: RepositorySource,
  commit: string,
  path: string,
): Promise<string | null> {
  for (let end = path.indexOf("/"); end > 0; end = path.indexOf("/", end + 1)) {
    const folder = path.slice(0, end);
    const found = await source.readFile(commit, folder);
    if (!found) return null;
    if (found.kind === "submodule")
      return `lies in the submodule ${folder}, which is another repository; register that one, and cite its file there`;
    if (found.kind === "symlink") {
      const target = found.bytes?.toString("utf8");
      return `lies behind the symbolic link ${folder}${target ? `, which leads to ${target}` : ""}; cite the file where it is`;
    }
    if (found.kind !== "directory") return null;
  }
  return null;
}
