/**
 * Groups joined as long as two of them are alike in the mean (average linkage).
 * @param alike how alike each two items are, by their places; symmetric.
 * @param threshold two groups are joined when the mean of their items is above it.
 * @returns the places of the items of each group, ascending; items that are like no other are alone.
 */
export function averageLinkage(
  alike: readonly (readonly number[])[],
  threshold: number,
): (readonly number[])[] {
  let groups: (readonly number[])[] = alike.map((_, at) => [at]);
  const between = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, x) => sum + b.reduce((own, y) => own + (alike[x]?.[y] ?? 0), 0), 0) /
    (a.length * b.length);
  for (;;) {
    let best = { at: -1, other: -1, mean: threshold };
    for (const [at, a] of groups.entries())
      for (const [other, b] of groups.entries()) {
        if (other <= at) continue;
        const mean = between(a, b);
        if (mean > best.mean) best = { at, other, mean };
      }
    if (best.at < 0) return groups;
    const joined = [...(groups[best.at] ?? []), ...(groups[best.other] ?? [])].sort((a, b) => a - b);
    groups = groups.filter((_, at) => at !== best.at && at !== best.other).concat([joined]);
  }
}
