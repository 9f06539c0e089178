import type { Database } from "@/lib/db/client";
import type { TermStatistics } from "@/lib/db/sql/term-statistics";
import { type Comparison, compareMemories } from "@/lib/db/sql/text-search";
import type { QueryMeaning } from "./search";

/** What meaning, words and likeness say of memories that their lists did not find. */
export function compareFurther(
  db: Database,
  {
    organization_id,
    withoutVector,
    withoutWords,
    meaning: { vector, embedder },
    statistics,
    likeness,
    standing,
  }: {
    organization_id: string;
    withoutVector: readonly string[];
    withoutWords: readonly string[];
    meaning: QueryMeaning;
    statistics: TermStatistics | null;
    likeness: { ids: readonly string[]; query: string } | null;
    standing: readonly string[];
  },
): Promise<Comparison> {
  return compareMemories(db, {
    organization_id,
    words: statistics && { ids: withoutWords, statistics },
    meaning: vector && { ids: withoutVector, embedder, vector },
    likeness,
    standing,
  });
}
