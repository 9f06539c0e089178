/** The order of two texts by their code units, which is the same on every machine. */
export function compareTexts(one: string, other: string): -1 | 0 | 1 {
  if (one < other) return -1;
  if (one > other) return 1;
  return 0;
}
