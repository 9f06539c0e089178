import type { Db } from "@/lib/db/client";
import { countBuckets, countRules, type FindingScope, type RuleCounts } from "@/lib/db/sql/reviews";
import { DAY_MS } from "@/lib/kernel/time";
import type { Bucket, Rule, RuleSeries, RuleTrend } from "./contract";
import { trend } from "./statistics";
import { byEvidence, type Counts, isHighRejection, NO_FINDINGS, tallyOf } from "./tally";

/** The length of each of the two periods a trend compares. */
const TREND_DAYS = 30;

export type Thresholds = { high_rejection_rate: number; high_rejection_flagged: number };

/**
 * Every rule with findings in the period, ranked by evidence (see `byEvidence`). A rule's own figures count what was
 * found after a skill version last took it up for the same repository and skill; `total` counts everything.
 */
export async function rulesOf(
  db: Db,
  scope: FindingScope & { from: Date; to: Date },
  thresholds: Thresholds,
): Promise<Rule[]> {
  const trend_middle = new Date(scope.to.getTime() - TREND_DAYS * DAY_MS);
  const trend_start = new Date(trend_middle.getTime() - TREND_DAYS * DAY_MS);
  const rows = await countRules(db, { ...scope, trend_start, trend_middle });
  return rows.map((row) => toRule(row, thresholds, trend_middle)).sort(byEvidence);
}

function toRule(row: RuleCounts, thresholds: Thresholds, trend_middle: Date): Rule {
  const open = tallyOf({
    implement: row.open_implement,
    reject: row.open_reject,
    defer: row.open_defer,
    clarify: row.open_clarify,
  });
  const total = tallyOf({
    implement: row.all_implement,
    reject: row.all_reject,
    defer: row.all_defer,
    clarify: row.all_clarify,
  });
  return {
    rule_category: row.rule_category,
    ...open,
    total,
    addressed_at: row.addressed_at?.toISOString() ?? null,
    high_rejection: isHighRejection(open, thresholds),
    trend: trendOf(row, trend_middle),
    last_found_at: row.last_found_at?.toISOString() ?? null,
  };
}

function trendOf(row: RuleCounts, middle: Date): RuleTrend | null {
  const compared = trend(
    { successes: row.earlier_reject, trials: row.earlier_flagged },
    { successes: row.later_reject, trials: row.later_flagged },
  );
  return (
    compared && {
      ...compared,
      since: middle.toISOString(),
      earlier_flagged: row.earlier_flagged,
      later_flagged: row.later_flagged,
    }
  );
}

/**
 * The rejection rate over time in the buckets given, which follow one another: one series over all that match, or with
 * `per_rule` one for each of the `most` most flagged rules. Buckets without findings are in it, with a null rate.
 */
export async function seriesOf(
  db: Db,
  scope: FindingScope & {
    bucket: Bucket;
    buckets: readonly { at: Date; until: Date }[];
    per_rule: boolean;
    most: number;
  },
): Promise<RuleSeries["series"]> {
  const { bucket, buckets, per_rule, most } = scope;
  const [first] = buckets;
  const last = buckets.at(-1);
  if (!first || !last) return [];
  const rows = await countBuckets(db, { ...scope, bucket, from: first.at, to: last.until });
  const byRule = new Map<string | null, Map<number, Counts>>(per_rule ? [] : [[null, new Map()]]);
  for (const { at, rule_category, ...counts } of rows) {
    const key = per_rule ? rule_category : null;
    const counted = byRule.get(key) ?? new Map<number, Counts>();
    counted.set(at.getTime(), plus(counted.get(at.getTime()), counts));
    byRule.set(key, counted);
  }
  return [...byRule]
    .map(([rule_category, counted]) => ({
      rule_category,
      ...tallyOf([...counted.values()].reduce<Counts>(plus, NO_FINDINGS)),
      buckets: buckets.map(({ at, until }) => ({
        at: at.toISOString(),
        until: until.toISOString(),
        ...tallyOf(counted.get(at.getTime()) ?? NO_FINDINGS),
      })),
    }))
    .sort((a, b) => b.flagged - a.flagged || String(a.rule_category).localeCompare(String(b.rule_category)))
    .slice(0, most);
}

function plus(a: Counts = NO_FINDINGS, b: Counts): Counts {
  return {
    implement: a.implement + b.implement,
    reject: a.reject + b.reject,
    defer: a.defer + b.defer,
    clarify: a.clarify + b.clarify,
  };
}
