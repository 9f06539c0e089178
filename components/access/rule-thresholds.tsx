"use client";

import { useQuery } from "@tanstack/react-query";
import { useMessages } from "@/components/ui/messages";
import { organizationUpdate, type Settings } from "@/lib/access/contract";
import { limitsOf, operationQuery } from "@/lib/doors/client";
import { type Rule, ruleList } from "@/lib/reviews/contract";
import { settingsOrganization } from "@/messages/compiled/settings-organization";
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
  const t = useMessages(settingsOrganization);
  return (
    <Section title={t("rules")} description={t("rules_description")}>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          {...percentLimitsOf("settings.high_rejection_rate")}
          label={t("rules_rate")}
          hint={t("rules_rate_hint")}
          error={problemOf("settings.high_rejection_rate")}
          value={percent}
          onValue={onPercent}
        />
        <NumberField
          {...limitsOf(organizationUpdate, "settings.high_rejection_flagged")}
          label={t("rules_flagged")}
          hint={t("rules_flagged_hint")}
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

/** How many of the rules are named. */
const NAMED = 4;

/** Whether no rule is named, all that pass, or some of them. */
function listedOf(count: number): "none" | "all" | "some" {
  if (count === 0) return "none";
  if (count > NAMED) return "some";
  return "all";
}

/** What the thresholds would do to the rules there are, before they are saved. */
function Effect({ wanted }: { wanted: Settings }) {
  const t = useMessages(settingsOrganization);
  const { data } = useQuery(operationQuery(ruleList, {}));
  // Of more rules than one answer holds no true count can be given.
  if (!data || data.total === 0 || data.items.length < data.total) return null;
  const high = data.items.filter((rule) => passes(rule, wanted));
  const now = data.items.filter((rule) => rule.high_rejection).length;
  return (
    <p aria-live="polite" className="text-sm">
      {t.rich("rules_effect", {
        high: high.length,
        total: data.total,
        change: high.length === now ? "none" : "some",
        now,
        listed: listedOf(high.length),
        rules: () => <Names rules={high.slice(0, NAMED)} />,
      })}
    </p>
  );
}

function Names({ rules }: { rules: readonly Rule[] }) {
  return rules.map(({ rule_category }, index) => (
    <span key={rule_category}>
      {index > 0 && ", "}
      <code className="text-xs">{rule_category}</code>
    </span>
  ));
}
