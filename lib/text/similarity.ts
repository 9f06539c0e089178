type Words = ReadonlySet<string>;

const countShared = (some: Words, others: Words): number => {
  let shared = 0;
  for (const word of some) if (others.has(word)) shared += 1;
  return shared;
};

/** How much two sets have in common, 0–1 (Jaccard's index). Two empty sets have nothing in common. */
export function jaccard(a: Words, b: Words): number {
  const shared = countShared(a, b);
  const all = a.size + b.size - shared;
  if (all === 0) return 0;
  return shared / all;
}

/** The share of a set that another one has, 0–1; 0 of an empty set. */
export function shareIn(part: Words, whole: Words): number {
  if (part.size === 0) return 0;
  return countShared(part, whole) / part.size;
}

/** Of the smaller of two sets, the share that the other has, 0–1 (Szymkiewicz–Simpson). */
export function overlapOf(a: Words, b: Words): number {
  if (a.size < b.size) return shareIn(a, b);
  return shareIn(b, a);
}

/** How near the directions of two vectors are, −1–1; 0 where one has no length. */
export function cosineOf(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  let left = 0;
  let right = 0;
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0;
    dot += value * other;
    left += value * value;
    right += other * other;
  }
  if (left === 0 || right === 0) return 0;
  return dot / Math.sqrt(left * right);
}
