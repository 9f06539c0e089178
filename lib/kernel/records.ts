/**
 * Records of a JSON file: the elements of an array, those of the array under `name` in an object, one a line (JSON
 * Lines), or the one object that the file is.
 * @throws SyntaxError when the text is not JSON.
 */
export function parseRecords(text: string, name: string): unknown[] {
  const trimmed = text.trim();
  const lines = trimmed.split(/\r?\n/).filter((line) => line.trim() !== "");
  const perLine = lines.length > 1 && lines.every((line) => /^\s*\{.*\}\s*$/.test(line));
  if (perLine) return lines.map((line): unknown => JSON.parse(line));
  const value: unknown = JSON.parse(trimmed);
  const inner: unknown =
    value !== null && typeof value === "object" && name in value ? Reflect.get(value, name) : value;
  if (Array.isArray(inner)) return inner;
  return [inner];
}

/** Records in calls, each of at most `most` records and about `characters` of JSON. */
export function inCalls<T>(
  records: readonly T[],
  { most, characters }: { most: number; characters: number },
): T[][] {
  const calls: T[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const record of records) {
    const own = JSON.stringify(record).length;
    if (size + own > characters || (calls.at(-1)?.length ?? 0) >= most) {
      calls.push([]);
      size = 0;
    }
    calls.at(-1)?.push(record);
    size += own;
  }
  return calls;
}

/** What a table has under a name, but for what every object inherits, such as `constructor`. */
export function ownValue<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  if (Object.hasOwn(table, name)) return table[name];
  return undefined;
}
