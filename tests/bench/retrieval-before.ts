import type { Embedder } from "@/lib/ai";
import type { Database } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { searchVectors } from "@/lib/db/sql/search";
import { compareMemories, type TextMatch } from "@/lib/db/sql/text-search";
import { type Candidate, fuse, sumOf } from "@/lib/memories";

/** Search as it was while punctuation was taken out of what is embedded, to be compared with in the same run. */

const WEIGHTS = { vector: 0.4, bm25: 0.4, trigram: 0.2 };
const CANDIDATES = 100;
const MAX_LIKENESS = 60;

/** The embedder of a text without its punctuation; it splits the identifiers itself, as it does now. */
export function withoutPunctuation(embedder: Embedder): Embedder {
  return {
    ...embedder,
    id: embedder.id.replace("split2", "split1"),
    embed: (texts, options) => embedder.embed(texts.map(wordsOnly), options),
  };
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:_+[\p{L}\p{M}\p{N}]+)*/gu;
const wordsOnly = (text: string) => (text.normalize("NFC").match(WORD) ?? []).join(" ");

/** A hundred by meaning and a hundred by words, by fixed weights, the best first. */
export async function searchBefore(
  db: Database,
  {
    where,
    embedder,
    query,
    normalized,
    matches,
  }: {
    where: MemoryWhere;
    embedder: Embedder;
    query: string;
    normalized: string;
    matches: readonly TextMatch[];
  },
): Promise<string[]> {
  const [vector] = await embedder.embed([query]);
  if (!vector) throw new Error("a question has no vector");
  const near = await searchVectors(db, { where, embedder, vector, limit: CANDIDATES });
  const candidates = new Map<string, Candidate>();
  for (const { id, similarity } of near)
    candidates.set(id, { id, vector: similarity, bm25: null, trigram: null });
  for (const { id, bm25 } of matches) {
    const known = candidates.get(id) ?? { id, vector: null, bm25: null, trigram: null };
    candidates.set(id, { ...known, bm25 });
  }
  const likely = ranked([...candidates.values()]).slice(0, MAX_LIKENESS);
  const { organization_id } = where;
  const { likeness: trigrams } = await compareMemories(db, {
    organization_id,
    words: null,
    meaning: null,
    likeness: { ids: likely, query: normalized },
  });
  return ranked(
    [...candidates.values()].map((candidate) => ({
      ...candidate,
      trigram: trigrams.get(candidate.id) ?? null,
    })),
  );
}

function ranked(candidates: readonly Candidate[]): string[] {
  const fused = fuse(candidates, WEIGHTS);
  const scoreOf = (id: string) => sumOf(fused.get(id) ?? { vector: 0, bm25: 0, trigram: 0 });
  return candidates
    .map(({ id }) => ({ id, score: scoreOf(id) }))
    .sort((a, b) => b.score - a.score || b.id.localeCompare(a.id))
    .map(({ id }) => id);
}
