/**
 * Does the same for each of several, one after the other; where one fails it goes on with the others.
 * @throws what failed, at the end; at once where the worker is stopping.
 */
export async function forEachInTurn<T>(
  items: readonly T[],
  { signal }: { signal: AbortSignal },
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    signal.throwIfAborted();
    await work(item).catch((error: unknown) => errors.push(error));
  }
  const [first] = errors;
  if (errors.length > 1)
    throw new AggregateError(errors, `${errors.length} of ${items.length} failed; the first: ${first}`);
  if (errors.length === 1) throw first;
}
