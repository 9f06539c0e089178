/** The one of these words that a value is: of a column that the database keeps to them. @throws Error for any other. */
export function oneOf<const T extends string>(words: readonly T[], value: string): T {
  const word = words.find((each) => each === value);
  if (word === undefined) throw new Error(`unknown word in the database: ${value}`);
  return word;
}

/** The same for a column that may be null. */
export function oneOfOrNull<const T extends string>(words: readonly T[], value: string | null): T | null {
  if (value === null) return null;
  return oneOf(words, value);
}

/** The one of these words that a value is; `otherwise` for any other, such as one of a later release. */
export function oneOfOr<const T extends string>(
  words: readonly T[],
  value: unknown,
  otherwise: NoInfer<T>,
): T {
  return words.find((each) => each === value) ?? otherwise;
}

/** A filter by one word, as a list of words; undefined, which is all of them, for none. */
export function filterBy<T>(value: T | null): [T] | undefined {
  if (value === null) return undefined;
  return [value];
}
