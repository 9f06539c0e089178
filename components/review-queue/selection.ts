/** Ids that are selected in a list, on all its pages. */
export type Selection = ReadonlySet<string>;

/** Selects an item, or removes it from the selection. */
export function toggleItem({ selection, id }: { selection: Selection; id: string }): string[] {
  if (selection.has(id)) return withoutItems({ selection, ids: [id] });
  return [...selection, id];
}

/** Selects the whole page that is shown, or removes it when all of it is selected; other pages stay as they are. */
export function togglePage({ selection, page }: { selection: Selection; page: readonly string[] }): string[] {
  if (countOnPage({ selection, page }) === page.length) return withoutItems({ selection, ids: page });
  return [...new Set([...selection, ...page])];
}

export function withoutItems({ selection, ids }: { selection: Selection; ids: Iterable<string> }): string[] {
  const removed = new Set(ids);
  return [...selection].filter((id) => !removed.has(id));
}

/** How many items of the page that is shown are selected. */
export function countOnPage({ selection, page }: { selection: Selection; page: readonly string[] }): number {
  return page.filter((id) => selection.has(id)).length;
}
