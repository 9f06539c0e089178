import type { Database } from "@/lib/db/client";
import { similarityOf } from "@/lib/db/sql/pack-candidates";
import type { TermStatistics } from "@/lib/db/sql/term-statistics";
import { compareMemories, scoreText, type TextMatch } from "@/lib/db/sql/text-search";
import type { QueryMeaning } from "./search";

/** What meaning and words say of memories that their lists did not find. */
export async function compareFurther(
  db: Database,
  {
    organization_id,
    withoutVector,
    withoutWords,
    meaning: { vector, embedder },
    statistics,
  }: {
    organization_id: string;
    withoutVector: readonly string[];
    withoutWords: readonly string[];
    meaning: QueryMeaning;
    statistics: TermStatistics | null;
  },
): Promise<{ similarities: Map<string, number>; matches: TextMatch[] }> {
  const by = { organization_id, ids: withoutVector };
  if (statistics === null) {
    const similarities = vector ? await similarityOf(db, { ...by, embedder, vector }) : new Map();
    return { similarities, matches: [] };
  }
  const compared = { organization_id, ids: withoutWords, statistics };
  if (!vector) return { similarities: new Map(), matches: await scoreText(db, compared) };
  return compareMemories(db, { ...compared, meaning: { ids: withoutVector, embedder, vector } });
}
