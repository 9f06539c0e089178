/**
 * How near a path is to what somebody typed, lower is nearer; null when its letters are not in the path in their
 * order. Whole words come before scattered letters, the file's name before its folders, short paths before long ones.
 */
export function distanceTo(path: string, typed: string): number | null {
  const wanted = typed.toLowerCase().replace(/\s+/g, "");
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1000 + lower.length;
  if (name.includes(wanted)) return 10_000 + lower.length;
  if (lower.includes(wanted)) return 100_000 + lower.length;
  const span = spanOf(lower, wanted);
  if (span === null) return null;
  return 1_000_000 + span * 10_000 + lower.length;
}

/** The length of the first stretch of a text that holds letters in their order; null when none does. */
function spanOf(text: string, letters: string): number | null {
  let first = -1;
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return null;
    if (first < 0) first = at;
  }
  return at - first + 1;
}

/** The paths that match, nearest first, and how many there are in all. */
export function nearestPaths(
  paths: Iterable<string>,
  { typed, limit }: { typed: string; limit: number },
): { paths: string[]; total: number } {
  const found: { path: string; distance: number }[] = [];
  for (const path of paths) {
    const distance = distanceTo(path, typed);
    if (distance !== null) found.push({ path, distance });
  }
  found.sort((a, b) => a.distance - b.distance || Number(a.path > b.path) - Number(a.path < b.path));
  return { paths: found.slice(0, limit).map(({ path }) => path), total: found.length };
}
