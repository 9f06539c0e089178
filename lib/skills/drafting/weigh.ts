import type { Wanted } from "./draft-plan";
import type { RuleEvidence } from "./evidence";
import { intentsOf } from "./intents";
import { asWhole } from "./predict-drafts";
import { type PastFinding, PREDICTION_DAYS, predict } from "./prediction";
import type { Written } from "./write-section";

/**
 * Takes out the hunks that would hide as many implemented findings as they spare rejected ones, and says what they weigh.
 * What somebody asks for one rule is proposed all the same: they have seen the numbers.
 */
export function weighHunks(
  written: Written,
  {
    evidence,
    past,
    wanted,
  }: { evidence: readonly RuleEvidence[]; past: readonly PastFinding[]; wanted: Wanted | null },
): Written {
  const { hunks, skipped } = written.draft;
  const { hunks: effects } = predict(asWhole(hunks, intentsOf(evidence)), past);
  const kept: typeof hunks = [];
  const weighed: typeof skipped = [];
  for (const [at, hunk] of hunks.entries()) {
    const { spared, touched } = effects[at] ?? { spared: 0, touched: 0 };
    const { rule_category } = hunk;
    if (touched === 0 || touched < spared || rule_category === wanted?.rule_category) {
      kept.push(hunk);
      continue;
    }
    const reason =
      `An exception would have prevented ${spared} rejected findings of the last ${PREDICTION_DAYS} days and hidden ` +
      `${touched} implemented ones; request it for this rule if it is worth that.`;
    const text = hunk.proposed_text.slice(hunk.proposed_text.lastIndexOf("\n") + 1);
    weighed.push({
      rule_category,
      reason,
      weighed: { spared, hidden: touched, days: PREDICTION_DAYS, text },
    });
  }
  return { ...written, draft: { hunks: kept, skipped: [...skipped, ...weighed] } };
}
