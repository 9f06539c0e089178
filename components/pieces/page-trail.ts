/** Where a page of a list begins: its cursor, null for the first page, and the number of its first row. */
export type Place = { cursor: string | null; first: number };

/** The places that were left on the way to one, which the browser's own way back may have led to again. */
function wayTo(trail: readonly Place[], { cursor }: Place): readonly Place[] {
  const at = trail.findIndex((place) => place.cursor === cursor);
  if (at === -1) return trail;
  return trail.slice(0, at);
}

/** The trail of who goes on from a place. */
export const trailFrom = (trail: readonly Place[], place: Place): Place[] => [...wayTo(trail, place), place];

/** Where one came from to a place; undefined when that is not known. */
export const placeBefore = (trail: readonly Place[], place: Place): Place | undefined =>
  wayTo(trail, place).at(-1);
