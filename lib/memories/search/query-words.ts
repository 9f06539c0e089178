import { normalizeText } from "@/lib/ai";

/** The misspelt and the partial are looked up for queries of a few words; long ones have words enough. */
const LOOKED_UP_WORDS = 3;
const MAX_WORDS = 100;

/** A word of a query as typed, without the punctuation around it, and as text search sees it. */
export type QueryWord = { typed: string; normalized: string };

/** The words of a query as typed, once each, with their normalised form. */
export function wordsOf(query: string): QueryWord[] {
  const words = new Map<string, string>();
  for (const typed of query.split(/\s+/)) {
    const normalized = normalizeText(typed);
    if (normalized !== "" && !words.has(normalized)) words.set(normalized, trimPunctuation(typed));
    if (words.size === MAX_WORDS) break;
  }
  return [...words].map(([normalized, typed]) => ({ typed, normalized }));
}

/**
 * The longest identifiers of a query of a few words, any of which may be misspelt or in part; none of a longer query.
 * What is shorter than three Latin letters is left out, for it is a part of half of all texts.
 */
export function identifiersOf(words: readonly QueryWord[]): string[] {
  if (words.length > LOOKED_UP_WORDS) return [];
  const identifiers = words.flatMap(({ typed }) => typed.normalize("NFC").split(/[^\p{L}\p{M}\p{N}_]+/u));
  return [...new Set(identifiers)]
    .filter((identifier) => !/^\w{0,2}$/.test(identifier))
    .sort((a, b) => b.length - a.length)
    .slice(0, LOOKED_UP_WORDS);
}

const trimPunctuation = (word: string) => word.replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu, "");
