import { existsSync } from "node:fs";
import { join } from "node:path";

/** The git directory of a clone, as `--repositories` lays them out. */
export function cloneOf(folder: string, name: string): string | null {
  const candidates = [name.replace("/", "+"), name].flatMap((path) => [
    join(folder, path, "repo", ".git"),
    join(folder, path, "repo"),
    join(folder, path, ".git"),
    join(folder, path),
    join(folder, `${path}.git`),
  ]);
  return candidates.find((path) => existsSync(join(path, "HEAD"))) ?? null;
}
