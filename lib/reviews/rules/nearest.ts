import type { Embedder } from "@/lib/ai";
import { log } from "@/lib/telemetry/log";
import { cosineOf } from "@/lib/text/similarity";
import type { FiledTitle } from "./classify";
import { knowsVectorsOf } from "./title-model";

/** What titles mean: their vectors, and the filed titles to which they are nearest. */

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

/** The title's vector, null where the classifier does not know it; the rules of the nearest filed titles, nearest first. */
export type Meaning = { vector: Float32Array | null; near: readonly Near[] };

/** The meanings of titles, in their order; empty ones without an embedder that answers. */
export async function meaningsOf(
  embedder: Embedder | null,
  { titles, filed }: { titles: readonly string[]; filed: readonly FiledTitle[] },
): Promise<Meaning[]> {
  const none = titles.map(() => ({ vector: null, near: [] }));
  if (!embedder || titles.length === 0) return none;
  try {
    const vectors = await embedder.embed([...titles]);
    const near = await nearestFiled(embedder, { vectors, filed });
    const isKnown = knowsVectorsOf(embedder.id);
    return vectors.map((vector, at) => ({ vector: isKnown ? vector : null, near: near[at] ?? [] }));
  } catch (error) {
    log().warn({ err: error, titles: titles.length }, "titles were not compared by meaning");
    return none;
  }
}

/** The rules of the nearest filed titles of each vector, the nearest first. @throws AiError when there are no vectors. */
async function nearestFiled(
  embedder: Embedder,
  { vectors, filed }: { vectors: readonly Float32Array[]; filed: readonly FiledTitle[] },
): Promise<Near[][]> {
  const own = filed.slice(0, MAX_FILED);
  if (own.length === 0) return vectors.map(() => []);
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
