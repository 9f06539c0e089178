import { INFERRED_WORDS } from "@/components/pieces/vocabulary";
import { type InferredCounts, type RecallEntry, USES, type Use, type UseCounts } from "@/lib/recall/contract";
import type { recallsWords } from "@/messages/compiled/recalls-words";
import type { vocabulary } from "@/messages/compiled/vocabulary";
import type { PlainKey, Translate } from "@/messages/message";

/** The words of the recalls and those of the whole product. */
type Words = { t: Translate<typeof recallsWords>; shared: Translate<typeof vocabulary> };

export const OUTCOME_WORDS: Record<RecallEntry["outcome"], PlainKey<typeof recallsWords>> = {
  served: "outcome_served",
  empty: "outcome_empty",
  degraded: "outcome_degraded",
  off: "outcome_off",
  refused: "outcome_refused",
  failed: "outcome_failed",
  held_out: "outcome_held_out",
};

/** What an agent reported of a memory. */
export const USE_WORDS: Record<Use, PlainKey<typeof vocabulary>> = {
  applied: "use_applied",
  ignored: "use_ignored",
  helpful: "use_helpful",
  unhelpful: "use_unhelpful",
  contradicted: "use_contradicted",
};

/** Outcomes that say something. */
const SUGGESTED = ["follows", "contradicts", "ignores"] as const;

/** "2 applied, 1 helpful", or that nobody said anything. */
export function usesInWords({ t, shared, uses }: Words & { uses: UseCounts }): string {
  const said = USES.filter((use) => uses[use] > 0);
  if (said.length === 0) return t("not_reported");
  return said.map((use) => t("count_of", { count: uses[use], word: shared(USE_WORDS[use]) })).join(", ");
}

/** "2 followed, 1 contradicted", for what answers suggest; empty when they suggest nothing. */
export function inferredInWords({ t, shared, inferred }: Words & { inferred: InferredCounts }): string {
  return SUGGESTED.filter((outcome) => inferred[outcome] > 0)
    .map((outcome) => t("count_of", { count: inferred[outcome], word: shared(INFERRED_WORDS[outcome]) }))
    .join(", ");
}

/** What was reported; where nothing was, what answers suggest, said to be that. */
export function outcomeInWords({
  t,
  shared,
  recall: { uses, inferred },
}: Words & { recall: Pick<RecallEntry, "uses" | "inferred"> }): string {
  const suggested = inferredInWords({ t, shared, inferred });
  const reported = usesInWords({ t, shared, uses });
  if (suggested === "") return reported;
  return t("reported_and_inferred", { reported, inferred: suggested });
}
