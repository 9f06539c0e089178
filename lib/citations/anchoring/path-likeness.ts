export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).toLowerCase();

/** 0–1.5: the share of words that two paths have in common; half a point more for the same name. */
export function pathLikeness(path: string, other: string): number {
  const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const [left, right] = [words(path), words(other)];
  const rest = [...right];
  let shared = 0;
  for (const word of left) {
    const at = rest.indexOf(word);
    if (at < 0) continue;
    rest.splice(at, 1);
    shared += 1;
  }
  const share = (2 * shared) / Math.max(1, left.length + right.length);
  return share + (nameOf(path) === nameOf(other) ? 0.5 : 0);
}

export function byLikeness(path: string, others: readonly string[]): string[] {
  return others
    .map((other) => ({ other, likeness: pathLikeness(path, other) }))
    .sort((left, right) => right.likeness - left.likeness)
    .map(({ other }) => other);
}
