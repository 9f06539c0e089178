import { jaccard } from "./similarity";
import { termsOf } from "./terms";

/**
 * Groups texts that say the same in nearly the same words: each goes with the first of the group that it is most like.
 *
 * @param least how alike (Jaccard of their terms, 0–1) a text and the first of its group are at least.
 * @returns the groups in the order of their first items.
 */
export function groupBySameWords<T>(
  items: readonly T[],
  { textOf, least }: { textOf: (item: T) => string; least: number },
): T[][] {
  const groups: { terms: ReadonlySet<string>; members: T[] }[] = [];
  for (const item of items) {
    const terms = termsOf(textOf(item));
    const [best] = groups
      .map((group) => ({ group, alike: jaccard(group.terms, terms) }))
      .filter(({ alike }) => alike >= least)
      .sort((a, b) => b.alike - a.alike);
    if (best) best.group.members.push(item);
    else groups.push({ terms, members: [item] });
  }
  return groups.map(({ members }) => members);
}

/** How alike (Jaccard of their terms, 0–1) two reasons are at least when they are the same one. */
export const SAME_REASON = 0.4;
