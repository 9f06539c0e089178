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

/**
 * Does work in batches of at most `size`, until one is not full. @param work answers how many its batch had.
 * @returns how many all of them had. @throws the signal's reason where the worker is stopping.
 */
export async function whileFull(
  { size, signal }: { size: number; signal: AbortSignal },
  work: () => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (;;) {
    signal.throwIfAborted();
    const count = await work();
    sum += count;
    if (count < size) return sum;
  }
}
