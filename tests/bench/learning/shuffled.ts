/** The same order each time: a linear congruential generator (Knuth, TAOCP 3.3.4). */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const result = [...items];
  let state = seed;
  for (let at = result.length - 1; at > 0; at -= 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = Math.floor((state / 2_147_483_648) * (at + 1));
    const [one, two] = [result[at], result[other]];
    if (one !== undefined && two !== undefined) [result[at], result[other]] = [two, one];
  }
  return result;
}
