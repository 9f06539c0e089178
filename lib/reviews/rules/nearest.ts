import type { Embedder } from "@/lib/ai";
import { cosineOf } from "@/lib/text/similarity";
import type { FiledTitle } from "./classify";
import lexicon from "./lexicon.json";

/**
 * The rules that a title is nearest to in meaning: to the descriptions of the lexicon's categories, and to titles that
 * people of the organization filed.
 */

/**
 * Cosine from which the nearest rule is taken, by embedder: similarities of different models do not compare. An embedder
 * that is not measured takes none and only suggests. On 40 titles 16 of 17 were right from
 * there on: docs/measurements.md.
 */
const MIN_COSINE: readonly { id: RegExp; least: number }[] = [{ id: /^minilm-l6-v2@/, least: 0.4 }];

const thresholdOf = ({ id }: Embedder) => MIN_COSINE.find((each) => each.id.test(id))?.least ?? null;

export type Near = { rule_category: string; cosine: number };

type Anchor = { text: string; rule_category: string };

const DESCRIPTIONS: readonly Anchor[] = lexicon.categories.map(({ category, description }) => ({
  text: description,
  rule_category: category,
}));

/** The vectors of the descriptions, which stay the same as long as a process has one embedder. */
const described = new WeakMap<Embedder, Promise<Float32Array[]>>();

function descriptionsOf(embedder: Embedder): Promise<Float32Array[]> {
  const known = described.get(embedder);
  if (known) return known;
  const vectors = embedder.embed(DESCRIPTIONS.map(({ text }) => text));
  described.set(embedder, vectors);
  // One failure is not remembered as an answer.
  vectors.catch(() => described.delete(embedder));
  return vectors;
}

/** Filed titles that are compared with by meaning, the latest first. */
const MAX_FILED = 300;

/** The nearest rules of each text, the nearest first, at most `most`. @throws AiError when there are no vectors. */
export async function nearestRules(
  embedder: Embedder,
  texts: readonly string[],
  { filed = [], most }: { filed?: readonly FiledTitle[]; most: number },
): Promise<Near[][]> {
  if (texts.length === 0) return [];
  const own = filed.slice(0, MAX_FILED);
  const anchors = [...DESCRIPTIONS, ...own];
  const [descriptions, others] = await Promise.all([
    descriptionsOf(embedder),
    embedder.embed([...own.map(({ title }) => title), ...texts]),
  ]);
  const vectors = [...descriptions, ...others.slice(0, own.length)];
  return others.slice(own.length).map((vector) => {
    const best = new Map<string, number>();
    for (const [at, anchor] of vectors.entries()) {
      const rule = anchors[at]?.rule_category ?? "";
      best.set(rule, Math.max(best.get(rule) ?? -1, cosineOf(vector, anchor)));
    }
    return [...best]
      .map(([rule_category, near]) => ({ rule_category, cosine: near }))
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, most);
  });
}

/** The rule that a text is near enough to, by the embedder's own threshold; null when none is. */
export function nearEnough(embedder: Embedder, near: readonly Near[]): string | null {
  const least = thresholdOf(embedder);
  const [best] = near;
  if (least === null || !best || best.cosine < least) return null;
  return best.rule_category;
}
