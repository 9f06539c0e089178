import { LRUCache } from "lru-cache";
import picomatch from "picomatch";

const compiled = new LRUCache<string, (path: string) => boolean>({ max: 5_000 });

/** Says of a file whether a file pattern covers it: globs without a folder (`*.py`, `*`) match at any depth. */
export function coverOf(pattern: string): (path: string) => boolean {
  const known = compiled.get(pattern);
  if (known) return known;
  const matches = picomatch(pattern, { dot: true, basename: !pattern.includes("/") });
  // Its second parameter asks for more than yes or no, and an index would be one.
  const covers = (path: string) => matches(path);
  compiled.set(pattern, covers);
  return covers;
}
