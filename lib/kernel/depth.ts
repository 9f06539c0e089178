/** True when objects and lists are nested deeper than `max` levels. Without recursion, which such a value would overflow. */
export function isDeeperThan(value: unknown, max: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > max) return true;
    level = level
      .filter((item) => item !== null && typeof item === "object")
      .flatMap((item) => Object.values(item ?? {}))
      .filter((item) => item !== null && typeof item === "object");
  }
  return false;
}

/** True when an object among these levels has more than `max` keys. Without recursion. */
export function hasMoreKeysThan(value: unknown, max: number): boolean {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const item = left.pop();
    if (item === null || typeof item !== "object") continue;
    const values = Object.values(item);
    if (!Array.isArray(item) && values.length > max) return true;
    for (const each of values) left.push(each);
  }
  return false;
}
