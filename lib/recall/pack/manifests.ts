import { posix } from "node:path";
import { LRUCache } from "lru-cache";
import { openRepositorySource, type Repository } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { frameworksIn, MANIFESTS } from "./frameworks";

/** What a commit's manifests say never changes. Keys begin with the organization: others may have a repository of this id. */
const known = new LRUCache<string, Set<string>>({ max: 500 });

const MAX_FOLDERS = 10;

/**
 * The keys of the frameworks that a repository uses at `ref` (default: the head of the default branch): what the
 * manifests at its top name, and those in the folders above the changed files, for a repository of many packages.
 * @throws AppError, SourceError when the repository cannot be read.
 */
export async function frameworksOf(
  db: Db,
  params: {
    organization_id: string;
    repository: Repository;
    ref?: string;
    changed_files: readonly string[];
  },
): Promise<Set<string>> {
  const { organization_id, repository } = params;
  const source = await openRepositorySource(db, params);
  const commit = await source.resolveRef(params.ref);
  const folders = foldersAbove(params.changed_files);
  const key = [organization_id, repository.id, commit, ...folders].join("\n");
  const kept = known.get(key);
  if (kept) return kept;
  const read = folders.flatMap((folder) =>
    MANIFESTS.map(async (name) => {
      const file = await source.readFile(commit, posix.join(folder, name)).catch(() => null);
      if (file?.bytes && file.kind === "file") return [{ name, text: file.bytes.toString("utf8") }];
      return [];
    }),
  );
  const frameworks = frameworksIn((await Promise.all(read)).flat());
  known.set(key, frameworks);
  return frameworks;
}

/** The top folder, and the folders of these files from the top down. */
function foldersAbove(files: readonly string[]): string[] {
  const folders = new Set([""]);
  for (const file of files) {
    const parts = file.split("/").slice(0, -1);
    for (let depth = 1; depth <= parts.length; depth++) folders.add(parts.slice(0, depth).join("/"));
  }
  return [...folders]
    .sort((a, b) => a.length - b.length)
    .slice(0, MAX_FOLDERS)
    .sort();
}
