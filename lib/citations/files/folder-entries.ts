import { prefixOf } from "@/lib/text/paths";
import type { TreeFiles } from "../repositories/source";
import type { RepositoryEntry } from "./contract";

/**
 * What stands directly in a folder of a tree (without slashes at its ends, empty for the root): folders first, then
 * the rest, each by name. Null when there is no such folder.
 */
export function entriesOf(
  tree: TreeFiles,
  folder: string,
): { entries: RepositoryEntry[]; files: number } | null {
  const prefix = prefixOf(folder);
  const folders = new Map<string, number>();
  const leaves: RepositoryEntry[] = [];
  let files = 0;
  let found = folder === "";
  for (const [path, { kind }] of tree) {
    if (!path.startsWith(prefix)) continue;
    found = true;
    const counts = kind === "submodule" ? 0 : 1;
    files += counts;
    const end = path.indexOf("/", prefix.length);
    const name = path.slice(prefix.length, end < 0 ? undefined : end);
    if (end < 0) leaves.push({ name, path, kind, files: counts });
    else folders.set(name, (folders.get(name) ?? 0) + counts);
  }
  if (!found) return null;
  const branches = [...folders].map(
    ([name, below]): RepositoryEntry => ({ name, path: `${prefix}${name}`, kind: "folder", files: below }),
  );
  return { entries: [...branches.sort(byName), ...leaves.sort(byName)], files };
}

const collator = new Intl.Collator("en", { numeric: true });

function byName(a: RepositoryEntry, b: RepositoryEntry): number {
  return collator.compare(a.name, b.name) || Number(a.name > b.name) - Number(a.name < b.name);
}
