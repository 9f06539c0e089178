"use client";

import { useQuery } from "@tanstack/react-query";
import { formatCount, wordFor } from "@/components/pieces/format";
import { organizationUpdate, type Settings } from "@/lib/access/contract";
import { limitsOf, operationQuery } from "@/lib/doors/client";
import { type Rule, ruleList } from "@/lib/reviews/contract";
import { NumberField, percentLimitsOf } from "./number-field";
import { Section } from "./section";

/** From which rejection rate and sample on a rule is evidence for a proposal, and which rules that are. */
export function RuleThresholds({
  percent,
  flagged,
  onPercent,
  onFlagged,
  problemOf,
  wanted,
}: {
  percent: string;
  flagged: string;
  onPercent: (percent: string) => void;
  onFlagged: (flagged: string) => void;
  problemOf: (path: string) => string | undefined;
  wanted: Settings;
}) {
  return (
    <Section
      title="High-rejection rules"
      description="A rule that passes both thresholds is evidence for a change of a skill."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          {...percentLimitsOf("settings.high_rejection_rate")}
          label="Rejection rate from (%)"
          hint="Rejected ÷ flagged findings."
          error={problemOf("settings.high_rejection_rate")}
          value={percent}
          onValue={onPercent}
        />
        <NumberField
          {...limitsOf(organizationUpdate, "settings.high_rejection_flagged")}
          label="Flagged findings from"
          hint="Fewer are too few to judge."
          error={problemOf("settings.high_rejection_flagged")}
          value={flagged}
          onValue={onFlagged}
        />
      </div>
      <Effect wanted={wanted} />
    </Section>
  );
}

const passes = (rule: Rule, { high_rejection_rate, high_rejection_flagged }: Settings) =>
  rule.rate !== null && rule.rate >= high_rejection_rate && rule.flagged >= high_rejection_flagged;

/** What the thresholds would do to the rules there are, before they are saved. */
function Effect({ wanted }: { wanted: Settings }) {
  const { data } = useQuery(operationQuery(ruleList, {}));
  // Of more rules than one answer holds no true count can be given.
  if (!data || data.total === 0 || data.items.length < data.total) return null;
  const high = data.items.filter((rule) => passes(rule, wanted));
  const now = data.items.filter((rule) => rule.high_rejection).length;
  return (
    <p aria-live="polite" className="text-sm">
      With these thresholds {formatCount(high.length)} of {formatCount(data.total)} rules{" "}
      {wordFor(high.length, "is", "are")} high-rejection over all time
      {high.length !== now && ` (now ${formatCount(now)})`}
      {high.length > 0 && (
        <>
          :{" "}
          {high.slice(0, 4).map((rule, index) => (
            <span key={rule.rule_category}>
              {index > 0 && ", "}
              <code className="text-xs">{rule.rule_category}</code>
            </span>
          ))}
          {high.length > 4 && " and others"}
        </>
      )}
      .
    </p>
  );
}
