/** Ids that are selected in a list, on all its pages. */
export type Selection = ReadonlySet<string>;

/** Selects items, or removes them when all of them are selected; the rest of the selection stays. */
export function toggleItems({ selection, ids }: { selection: Selection; ids: readonly string[] }): string[] {
  const others = withoutItems({ selection, ids });
  if (others.length + ids.length === selection.size) return others;
  return [...others, ...ids];
}

export function withoutItems({ selection, ids }: { selection: Selection; ids: readonly string[] }): string[] {
  const removed = new Set(ids);
  return [...selection].filter((id) => !removed.has(id));
}
