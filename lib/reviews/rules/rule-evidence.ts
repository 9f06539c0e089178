import type { Db } from "@/lib/db/client";
import type { FindingScope } from "@/lib/db/sql/finding-cells";
import { findRuleEvidence } from "@/lib/db/sql/finding-counts";
import { groupBy } from "@/lib/kernel/group-by";
import type { Rule, RuleList } from "../contract";

/** Rejected findings of a rule that its row is made from, the latest. */
const MOST_FINDINGS = 50;
const MOST_REASONS = 5;
const MOST_PATTERNS = 5;
const MOST_MEMORIES = 20;
const MAX_REASON = 300;

function mostFrequent(values: readonly string[], most: number): { value: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, most);
}

/** Rules with what their rejected findings say: reasons, places and memories. */
export async function withEvidence(
  db: Db,
  { scope, rules }: { scope: FindingScope & { from: Date; to: Date }; rules: readonly Rule[] },
): Promise<RuleList["items"]> {
  const rule_category = rules.filter(({ rejected }) => rejected > 0).map((rule) => rule.rule_category);
  if (rule_category.length === 0)
    return rules.map((rule) => ({ ...rule, reasons: [], file_patterns: [], memory_ids: [] }));
  const rows = await findRuleEvidence(db, { ...scope, rule_category, most_per_rule: MOST_FINDINGS });
  const byRule = groupBy(rows, (row) => row.rule_category);
  return rules.map((rule) => {
    const own = byRule.get(rule.rule_category) ?? [];
    const reasons = own.flatMap(({ reason }) => reason?.trim().slice(0, MAX_REASON) || []);
    return {
      ...rule,
      reasons: mostFrequent(reasons, MOST_REASONS).map(({ value, count }) => ({ reason: value, count })),
      file_patterns: mostFrequent(
        own.map(({ file_pattern }) => file_pattern),
        MOST_PATTERNS,
      ).map(({ value }) => value),
      memory_ids: [...new Set(own.flatMap(({ memory_id }) => memory_id ?? []))].slice(0, MOST_MEMORIES),
    };
  });
}
