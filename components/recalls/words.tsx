import { INFERRED_WORDS } from "@/components/pieces/vocabulary";
import type {
  InferredCounts,
  InferredOutcome,
  RecallCandidate,
  RecallEntry,
  UseCounts,
} from "@/lib/recall/contract";

export const OUTCOME_WORDS: Record<RecallEntry["outcome"], string> = {
  served: "Served",
  empty: "Nothing relevant",
  degraded: "Incomplete",
  off: "Memory off",
  refused: "Refused",
  failed: "Failed",
  held_out: "Held out",
};

export const PART_WORDS: Record<RecallCandidate["part"], string> = {
  own: "Own learnings",
  others: "Other agents",
  reviews: "Reviews and rejections",
  conventions: "Conventions",
  frameworks: "Frameworks",
  preferences: "Preferences",
};

export const PLACE_WORDS: Record<RecallCandidate["place"], string> = {
  served: "In",
  check_before_use: "Check first",
  out: "Out",
  held_out: "Held out",
};

/** "2 applied, 1 helpful", or that nobody said anything. */
export function usesInWords(uses: UseCounts): string {
  const said = Object.entries(uses).filter(([, count]) => count > 0);
  if (said.length === 0) return "not reported";
  return said.map(([use, count]) => `${count} ${use}`).join(", ");
}

/** "2 followed, 1 contradicted", for what answers suggest; empty when they suggest nothing. */
export function inferredInWords({ follows, contradicts, ignores }: InferredCounts): string {
  return Object.entries({ follows, contradicts, ignores })
    .flatMap(([outcome, count]) => {
      if (count > 0 && isInferred(outcome)) return `${count} ${INFERRED_WORDS[outcome]}`;
      return [];
    })
    .join(", ");
}

const isInferred = (word: string): word is InferredOutcome => word in INFERRED_WORDS;

/** What was reported; where nothing was, what answers suggest, said to be that. */
export function becameInWords(uses: UseCounts, inferred: InferredCounts): string {
  const suggested = inferredInWords(inferred);
  const reported = usesInWords(uses);
  if (suggested === "") return reported;
  return `${reported}; inferred: ${suggested}`;
}
