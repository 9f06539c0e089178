/** Where an item was when the page last listed it. */
export type Place = { id: string | null; index: number };

/**
 * The index of what is open on a page; the first where the URL names nothing. Once that is no longer
 * listed because of what was done here, what followed it is open instead: one that was decided gives way to the
 * next, not the first.
 * @param last The place of what was open before.
 * @param givesWay Whether it was changed from this page. What was decided elsewhere stays open: the next key would
 * decide on something else.
 * @returns -1 when the URL names what this page does not list, as a link may: nothing else is taken for it.
 */
export function placeOf({
  openId,
  ids,
  last,
  givesWay,
}: {
  openId: string | null;
  ids: readonly string[];
  last: Place;
  givesWay: boolean;
}): number {
  if (openId === null) return 0;
  const found = ids.indexOf(openId);
  if (found < 0 && givesWay && openId === last.id) return Math.max(0, Math.min(last.index, ids.length - 1));
  return found;
}
