import type { Settings } from "@/lib/access/contract";
import type { Db } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { countRuleFindings, findRejectionReasons, type PatternCounts } from "@/lib/db/sql/rule-rates";
import { type Proportion, wilson } from "@/lib/kernel/statistics";
import { DAY_MS } from "@/lib/kernel/time";
import { SAFETY_VERSION } from "@/lib/memories";
import { coverOf } from "./file-patterns";
import { oneLine } from "./one-line";

/** A rule whose findings are often rejected in files such as the changed ones, with the line that says so. */
export type RuleRate = Proportion & {
  rule_category: string;
  rejected: number;
  /** Judged findings: to implement, rejected or deferred. */
  flagged: number;
  text: string;
};

const PERIOD_DAYS = 365;
const MAX_REASON_LENGTH = 160;

/**
 * The rules of high rejection that touch the changed files, by how much time they certainly wasted; the thresholds are
 * those of the settings. A finding counts where its file pattern covers a changed file.
 */
export async function findRuleRates(
  db: Db,
  {
    where,
    repositoryId,
    changedFiles,
    settings,
    now,
    limit,
  }: {
    /** What the agent may be given: reasons are taken from these memories. */
    where: MemoryWhere;
    repositoryId: string;
    changedFiles: readonly string[];
    settings: Pick<Settings, "high_rejection_rate" | "high_rejection_flagged">;
    now: Date;
    limit: number;
  },
): Promise<RuleRate[]> {
  if (changedFiles.length === 0) return [];
  const { organization_id } = where;
  const since = new Date(now.getTime() - PERIOD_DAYS * DAY_MS);
  const counts = await countRuleFindings(db, { organization_id, repository_id: repositoryId, since });
  const rates = highRejectionRates({ counts, changedFiles, settings }).slice(0, limit);
  const reasons = await findRejectionReasons(db, {
    where: { ...where, status: ["active"] },
    rule_categories: rates.map(({ rule_category }) => rule_category),
    safety_version: SAFETY_VERSION,
  });
  const reasonOf = new Map(reasons.map(({ rule_category, reason }) => [rule_category, reason]));
  return rates.map((rate) => ({
    ...rate,
    text: lineOf(rate, reasonOf.get(rate.rule_category) ?? null),
  }));
}

type Rate = Omit<RuleRate, "text">;

/** Rules at or above both thresholds in the patterns that cover a changed file, the best proven first. */
export function highRejectionRates({
  counts,
  changedFiles,
  settings,
}: {
  counts: readonly PatternCounts[];
  changedFiles: readonly string[];
  settings: Pick<Settings, "high_rejection_rate" | "high_rejection_flagged">;
}): Rate[] {
  const covering = coveringPatterns(new Set(counts.map(({ file_pattern }) => file_pattern)), changedFiles);
  const sums = new Map<string, { rejected: number; flagged: number }>();
  for (const { rule_category, file_pattern, rejected, flagged } of counts) {
    if (!covering.has(file_pattern)) continue;
    const sum = sums.get(rule_category) ?? { rejected: 0, flagged: 0 };
    sums.set(rule_category, { rejected: sum.rejected + rejected, flagged: sum.flagged + flagged });
  }
  return [...sums]
    .flatMap(([rule_category, { rejected, flagged }]): Rate[] => {
      const share = wilson(rejected, flagged);
      const isHigh =
        share !== null &&
        share.rate >= settings.high_rejection_rate &&
        flagged >= settings.high_rejection_flagged;
      if (isHigh) return [{ rule_category, rejected, flagged, ...share }];
      return [];
    })
    .sort((a, b) => b.low * b.flagged - a.low * a.flagged || (a.rule_category < b.rule_category ? -1 : 1));
}

function coveringPatterns(patterns: ReadonlySet<string>, changedFiles: readonly string[]): Set<string> {
  const covering = new Set<string>();
  for (const pattern of patterns) {
    if (changedFiles.some(coverOf(pattern))) covering.add(pattern);
  }
  return covering;
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;

function lineOf({ rule_category, rate, flagged, low, high }: Rate, reason: string | null): string {
  const interval = `95 % interval ${Math.round(100 * low)}–${percent(high)}`;
  const condition =
    reason === null
      ? "evidence from the code that it matters"
      : `evidence that this does not hold: “${oneLine(reason, MAX_REASON_LENGTH)}”`;
  return (
    `${oneLine(rule_category, 100)}: ${percent(rate)} of ${flagged} were rejected here (${interval}); ` +
    `report it only with ${condition}`
  );
}
