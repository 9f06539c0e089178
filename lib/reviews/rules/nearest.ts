import type { Embedder } from "@/lib/ai";
import { cosineOf } from "@/lib/text/similarity";
import type { FiledTitle } from "./classify";

/** The titles that people of the organization filed to which others are nearest in meaning. */

/**
 * Cosine from which a title is filed as the nearest one was, by embedder: similarities of different models do not compare.
 * An embedder that is not measured files none and only suggests. From 0.65 the nearest of 851 others was of the same
 * rule for 46 of 56: docs/measurements.md.
 */
const MIN_COSINE: readonly { id: RegExp; least: number }[] = [{ id: /^minilm-l6-v2@/, least: 0.65 }];

const thresholdOf = ({ id }: Embedder) => MIN_COSINE.find((each) => each.id.test(id))?.least ?? null;

export type Near = { rule_category: string; cosine: number };

/** Filed titles that are compared with, the latest first. */
const MAX_FILED = 300;

/** The rules of the nearest filed titles of each vector, the nearest first. @throws AiError when there are no vectors. */
export async function nearestFiled(
  embedder: Embedder,
  { vectors, filed }: { vectors: readonly Float32Array[]; filed: readonly FiledTitle[] },
): Promise<Near[][]> {
  const own = filed.slice(0, MAX_FILED);
  if (own.length === 0 || vectors.length === 0) return vectors.map(() => []);
  const anchors = await embedder.embed(own.map(({ title }) => title));
  return vectors.map((vector) => {
    const best = new Map<string, number>();
    for (const [at, anchor] of anchors.entries()) {
      const rule = own[at]?.rule_category ?? "";
      best.set(rule, Math.max(best.get(rule) ?? -1, cosineOf(vector, anchor)));
    }
    return [...best]
      .map(([rule_category, cosine]) => ({ rule_category, cosine }))
      .sort((a, b) => b.cosine - a.cosine);
  });
}

/** The rule that a title is near enough to, by the embedder's own threshold; null when none is. */
export function nearEnough(embedder: Embedder, near: readonly Near[]): string | null {
  const least = thresholdOf(embedder);
  const [best] = near;
  if (least === null || !best || best.cosine < least) return null;
  return best.rule_category;
}
