/** Where an item was when the page last listed it. */
export type Place = { id: string | null; index: number };

/**
 * The index of what is open on a page; the first where the URL names nothing. Once that is no longer
 * listed, what followed it is open instead: one that was decided gives way to the
 * next, not the first.
 * @param last The place of what was open before.
 * @returns -1 when the URL names what this page never listed, as a link may: nothing else is taken for it.
 */
export function placeOf({
  openId,
  ids,
  last,
}: {
  openId: string | null;
  ids: readonly string[];
  last: Place;
}): number {
  if (openId === null) return 0;
  const found = ids.indexOf(openId);
  if (found < 0 && openId === last.id) return Math.max(0, Math.min(last.index, ids.length - 1));
  return found;
}
