/**
 * What is decided on next, once some items of the page are decided: the item that is open if it remains, else the next
 * one below it, else the nearest one above it.
 */
export function nextItem<T>({
  items,
  index,
  isDecided,
}: {
  items: readonly T[];
  /** Where the open item is. */
  index: number;
  isDecided: (item: T) => boolean;
}): T | undefined {
  const remains = (item: T) => !isDecided(item);
  return items.slice(index).find(remains) ?? items.slice(0, index).findLast(remains);
}
