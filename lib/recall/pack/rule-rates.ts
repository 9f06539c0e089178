import path from "node:path";
import type { Settings } from "@/lib/access/contract";
import type { Db } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import {
  countRuleFindings,
  findRejectionReasons,
  type PatternCounts,
  type RejectionReason,
} from "@/lib/db/sql/rule-rates";
import { type Proportion, wilson } from "@/lib/kernel/statistics";
import { DAY_MS } from "@/lib/kernel/time";
import { SAFETY_VERSION } from "@/lib/memories";
import { groupBySameWords, SAME_REASON } from "@/lib/text/same-words";
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
const MAX_PATH_LENGTH = 100;

/** Rejections that give the same reason, and their share of the rule's, from which it says something of the rule. */
const LEAST_SAME = 2;
const LEAST_SHARE = 1 / 3;

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
    repository_id: repositoryId,
    rule_categories: rates.map(({ rule_category }) => rule_category),
    since,
    safety_version: SAFETY_VERSION,
  });
  return rates.map((rate) => {
    const own = reasons.filter(({ rule_category }) => rule_category === rate.rule_category);
    return { ...rate, text: lineOf(rate, commonReason(own, { ...rate, changedFiles })) };
  });
}

type CommonReason = { reason: string; count: number; path: string };

/**
 * The reason that rejections of a rule near the changed files gave most often, with how many gave it and where the latest
 * stands. Null where none speaks for the rule: reasons are written freely, and one of many says nothing of the others.
 */
export function commonReason(
  reasons: readonly Omit<RejectionReason, "rule_category">[],
  { rejected, changedFiles }: { rejected: number; changedFiles: readonly string[] },
): CommonReason | null {
  const near = reasons.filter(
    ({ file_path, file_pattern }) =>
      changedFiles.some(coverOf(file_pattern)) &&
      changedFiles.some((path) => areInOneFolder(path, file_path)),
  );
  const [largest] = groupBySameWords(near, { textOf: ({ reason }) => reason, least: SAME_REASON }).sort(
    (a, b) => b.length - a.length,
  );
  const [latest] = largest ?? [];
  const count = largest?.length ?? 0;
  if (!latest || count < LEAST_SAME || count < rejected * LEAST_SHARE) return null;
  return { reason: latest.reason, path: latest.file_path, count };
}

/** Whether the folder of one file is that of the other, or above it; the outermost folder is above none. */
function areInOneFolder(a: string, b: string): boolean {
  const [first, second] = [path.posix.dirname(a), path.posix.dirname(b)];
  return first === second || first.startsWith(`${second}/`) || second.startsWith(`${first}/`);
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

function lineOf({ rule_category, rate, rejected, flagged, low, high }: Rate, common: CommonReason | null) {
  const interval = `95 % interval ${Math.round(100 * low)}–${percent(high)}`;
  const line =
    `${oneLine(rule_category, 100)}: ${percent(rate)} of ${flagged} were rejected here (${interval}); ` +
    "report it only with evidence from the code that it matters";
  if (common === null) return line;
  const { count, reason } = common;
  const place = oneLine(common.path, MAX_PATH_LENGTH);
  return `${line}; ${count} of the ${rejected} rejected ones because (${place}): “${oneLine(reason, MAX_REASON_LENGTH)}”`;
}
