import type { Database } from "@/lib/db/client";
import { findSimilarPairs } from "@/lib/db/sql/pack-candidates";
import type { Memory } from "@/lib/memories/contract";
import { jaccard } from "@/lib/text/similarity";
import { wordsOf } from "@/lib/text/words";

/** The cosine from which two memories say the same to a reader, per embedder; looser than a suspected duplicate. */
const SAME_FROM: Record<string, number> = { "minilm-l6-v2@384/split2/128": 0.86 };
/** For an embedder that was not measured. */
const SAME_FROM_UNMEASURED = 0.95;
/** Of the words of two statements, the share that both have. */
const SAME_WORDS_FROM = 0.75;

/**
 * Says of two memories whether a reader who knows one learns nothing from the other: by their vectors where both have
 * one, and by the words of their statements always.
 */
export async function sayTheSame(
  db: Database,
  {
    organization_id,
    memories,
    embedder_id,
  }: { organization_id: string; memories: readonly Memory[]; embedder_id: string | null },
): Promise<(one: Memory, other: Memory) => boolean> {
  const from = SAME_FROM[embedder_id ?? ""] ?? SAME_FROM_UNMEASURED;
  const ids = memories.map(({ id }) => id);
  const pairs =
    embedder_id === null ? [] : await findSimilarPairs(db, { organization_id, ids, embedder_id, from });
  const near = new Set(pairs.flatMap(({ one, other }) => [`${one} ${other}`, `${other} ${one}`]));
  const words = new Map(memories.map(({ id, statement }) => [id, new Set(wordsOf(statement))]));
  return (one, other) =>
    near.has(`${one.id} ${other.id}`) ||
    jaccard(words.get(one.id) ?? new Set(), words.get(other.id) ?? new Set()) >= SAME_WORDS_FROM;
}
