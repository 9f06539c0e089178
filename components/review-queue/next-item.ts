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
  /** Where the open item is; -1 when it is not among them. */
  index: number;
  isDecided: (item: T) => boolean;
}): T | undefined {
  const remains = (item: T) => !isDecided(item);
  const place = Math.max(0, index);
  return items.slice(place).find(remains) ?? items.slice(0, place).findLast(remains);
}
