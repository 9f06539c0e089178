import { jaccard } from "@/lib/text/similarity";
import { uninflected } from "@/lib/text/stems";
import { plainWordsOf } from "@/lib/text/words";

export type WeekFact = { id: string; statement: string };
export type Pair = { one: string; other: string };
export type WeekPattern = { statement: string; memory_ids: string[] };

const MAX_PATTERNS = 10;
/** From this share of common words on, two facts are about the same, where there are no vectors. */
const SAME_WORDS = 0.3;
const COMMON = 4;

/**
 * Facts that belong together, as `pairs` says and as their words say: groups of two and more, the largest first, each named
 * by the fact that has most in common with the others.
 */
export function clusterFacts(facts: readonly WeekFact[], pairs: readonly Pair[]): WeekPattern[] {
  const words = new Map(facts.map(({ id, statement }) => [id, wordsOf(statement)]));
  const near = new Map<string, Set<string>>(facts.map(({ id }) => [id, new Set<string>()]));
  const join = (one: string, other: string) => {
    near.get(one)?.add(other);
    near.get(other)?.add(one);
  };
  for (const { one, other } of pairs) join(one, other);
  for (const [index, { id }] of facts.entries())
    for (const other of facts.slice(index + 1))
      if (jaccard(words.get(id) ?? new Set(), words.get(other.id) ?? new Set()) >= SAME_WORDS)
        join(id, other.id);
  return groupsOf(facts, near)
    .map((group) => ({
      statement: group.reduce((best, fact) => (degree(near, fact) > degree(near, best) ? fact : best))
        .statement,
      memory_ids: group.map(({ id }) => id),
    }))
    .sort((a, b) => b.memory_ids.length - a.memory_ids.length)
    .slice(0, MAX_PATTERNS);
}

const wordsOf = (statement: string) =>
  new Set(
    plainWordsOf(statement)
      .filter((word) => word.length >= COMMON)
      .map(uninflected),
  );

const degree = (near: ReadonlyMap<string, ReadonlySet<string>>, { id }: WeekFact) => near.get(id)?.size ?? 0;

/**
 * Around the fact that has most near it, then around the next that is left: a chain of facts of which each is near the next
 * only does not become one group.
 */
function groupsOf(
  facts: readonly WeekFact[],
  near: ReadonlyMap<string, ReadonlySet<string>>,
): (readonly [WeekFact, ...WeekFact[]])[] {
  const left = new Map(facts.map((fact) => [fact.id, fact]));
  const groups: (readonly [WeekFact, ...WeekFact[]])[] = [];
  for (const centre of facts.toSorted((a, b) => degree(near, b) - degree(near, a))) {
    if (!left.has(centre.id)) continue;
    const others = [...(near.get(centre.id) ?? [])].flatMap((id) => left.get(id) ?? []);
    if (others.length === 0) continue;
    groups.push([centre, ...others]);
    for (const { id } of [centre, ...others]) left.delete(id);
  }
  return groups;
}
