import type { Db } from "@/lib/db/client";
import type { FindingScope } from "@/lib/db/sql/finding-cells";
import {
  countBuckets,
  countParts,
  countRules,
  type PartCounts,
  type RuleCounts,
} from "@/lib/db/sql/finding-counts";
import { type Bucket, startOfBucket } from "@/lib/kernel/buckets";
import { trend } from "@/lib/kernel/statistics";
import { DAY_MS } from "@/lib/kernel/time";
import type { BreakdownBy, Rule, RuleBreakdown, RuleSeries, RuleTrend, Tally } from "../contract";
import { byEvidence, type Counts, evidenceOf, isHighRejection, NO_FINDINGS, plus, tallyOf } from "./tally";

/** The length of each of the two periods a trend compares: whole days in UTC, the later one with the last day. */
const TREND_DAYS = 30;

export type Thresholds = { high_rejection_rate: number; high_rejection_flagged: number };

/**
 * Every rule with findings in the period, ranked by evidence (see `byEvidence`). A rule's own figures leave out the
 * findings that a skill version took up; `total` counts everything.
 */
export async function rulesOf(
  db: Db,
  scope: FindingScope & { from: Date; to: Date },
  thresholds: Thresholds,
): Promise<Rule[]> {
  const trend_end = new Date(Math.ceil(scope.to.getTime() / DAY_MS) * DAY_MS);
  const trend_middle = new Date(trend_end.getTime() - TREND_DAYS * DAY_MS);
  const trend_start = new Date(trend_middle.getTime() - TREND_DAYS * DAY_MS);
  const rows = await countRules(db, { ...scope, trend_start, trend_middle, trend_end });
  return rows.map((row) => toRule(row, thresholds, trend_middle)).sort(byEvidence);
}

const openOf = (row: PartCounts | RuleCounts): Counts => ({
  implement: row.open_implement,
  reject: row.open_reject,
  defer: row.open_defer,
  clarify: row.open_clarify,
});

const allOf = (row: PartCounts | RuleCounts): Counts => ({
  implement: row.all_implement,
  reject: row.all_reject,
  defer: row.all_defer,
  clarify: row.all_clarify,
});

function toRule(row: RuleCounts, thresholds: Thresholds, trend_middle: Date): Rule {
  const open = tallyOf(openOf(row));
  const total = tallyOf(allOf(row));
  return {
    rule_category: row.rule_category,
    ...open,
    evidence: evidenceOf(open),
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

const sumOf = (tallies: readonly Tally[]): Tally =>
  tallyOf(
    tallies.reduce<Counts>(
      (sum, { implemented, rejected, deferred, clarify }) =>
        plus(sum, { implement: implemented, reject: rejected, defer: deferred, clarify }),
      NO_FINDINGS,
    ),
  );

/**
 * The rejection rate over time in the buckets of the period, which follow one another: one series over all that match, or with
 * `per_rule` one for each of the `most` most flagged rules. Buckets without findings are in it, with a null rate, and
 * count every finding of the period. The figures of the series are those of the rules (see `rulesOf`) of the same period.
 */
export async function seriesOf(
  db: Db,
  scope: FindingScope & {
    bucket: Bucket;
    buckets: readonly { at: Date; until: Date }[];
    per_rule: boolean;
    most: number;
    from: Date;
    to: Date;
    thresholds: Thresholds;
  },
): Promise<RuleSeries["series"]> {
  const { bucket, buckets, per_rule, most } = scope;
  const rows = await countBuckets(db, scope);
  const byRule = new Map<string | null, Map<number, Counts>>(per_rule ? [] : [[null, new Map()]]);
  for (const { at, rule_category, ...counts } of rows) {
    const key = per_rule ? rule_category : null;
    const counted = byRule.get(key) ?? new Map<number, Counts>();
    counted.set(at.getTime(), plus(counted.get(at.getTime()), counts));
    byRule.set(key, counted);
  }
  const rules = await rulesOf(db, scope, scope.thresholds);
  const figuresOf = (rule_category: string | null) => {
    const own = rules.filter((rule) => !per_rule || rule.rule_category === rule_category);
    return { ...sumOf(own), total: sumOf(own.map(({ total }) => total)) };
  };
  return [...byRule]
    .map(([rule_category, counted]) => ({
      rule_category,
      ...figuresOf(rule_category),
      buckets: buckets.map(({ at, until }) => ({
        at: at.toISOString(),
        until: until.toISOString(),
        // Counted by whole buckets; the first of the period may begin in the middle of one.
        ...tallyOf(counted.get(startOfBucket(bucket, at).getTime()) ?? NO_FINDINGS),
      })),
    }))
    .sort(
      (a, b) =>
        b.total.flagged - a.total.flagged || String(a.rule_category).localeCompare(String(b.rule_category)),
    )
    .slice(0, most);
}

/**
 * Rates per rule and skill, repository, agent, developer or file pattern, of the findings that no skill version took up,
 * as the rules' own figures are.
 *
 * @param most parts and rules that are kept each, the most flagged first; cells only of these.
 */
export async function breakdownOf(
  db: Db,
  scope: FindingScope & { from: Date; to: Date; by: BreakdownBy; most: number },
  nameOf: (part: string | null) => string | null,
): Promise<Pick<RuleBreakdown, "parts" | "rules" | "cells" | "total">> {
  const rows = (await countParts(db, scope)).map((row) => ({ ...row, part: nameOf(row.part) }));
  const parts = grouped(rows, (row) => row.part, scope.most);
  const rules = grouped(rows, (row) => row.rule_category, scope.most);
  const cells = rows
    .filter((row) => parts.some(({ key }) => key === row.part))
    .filter((row) => rules.some(({ key }) => key === row.rule_category))
    .map((row) => ({
      rule_category: row.rule_category,
      part: row.part,
      ...tallyOf(openOf(row)),
      open_rejected: row.open_reject,
    }));
  return {
    total: { parts: new Set(rows.map(({ part }) => part)).size, ...tallyOf(totalOf(rows)) },
    parts: parts.map(({ key, ...part }) => ({ part: key, ...part })),
    rules: rules.flatMap(({ key, ...rule }) => {
      if (key === null) return [];
      return [{ rule_category: key, ...rule }];
    }),
    cells,
  };
}

const totalOf = (rows: readonly PartCounts[]) => rows.map(openOf).reduce<Counts>(plus, NO_FINDINGS);

function grouped(rows: readonly PartCounts[], keyOf: (row: PartCounts) => string | null, most: number) {
  const groups = new Map<string | null, PartCounts[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups]
    .map(([key, own]) => ({
      key,
      ...tallyOf(totalOf(own)),
      open_rejected: own.reduce((sum, row) => sum + row.open_reject, 0),
    }))
    .sort((a, b) => b.flagged - a.flagged || String(a.key).localeCompare(String(b.key)))
    .slice(0, most);
}
