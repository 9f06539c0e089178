import type { RatePoint } from "@/components/pieces/rate-chart";
import type { DriftPoint } from "@/lib/citations/contract";
import { startOfBucket } from "@/lib/kernel/buckets";
import { groupBy } from "@/lib/kernel/group-by";
import { rowsHref } from "@/lib/kernel/measures";
import { wilson } from "@/lib/kernel/statistics";
import type { RecallStats } from "@/lib/recall/contract";

type Counted = { at: string; part: number; n: number; href: string };

/** A share of a period with its interval; without a rate where there is nothing to divide by. */
function pointOf({ at, part, n, href }: Counted): RatePoint {
  const share = wilson(part, n);
  return { at, href, n, rate: share?.rate ?? null, low: share?.low ?? null, high: share?.high ?? null };
}

/** At the end of each week, the share of known citations that hold. */
export function coverageSeries(points: readonly DriftPoint[], repository: string | undefined): RatePoint[] {
  const href = rowsHref("citations_held_then", { repository });
  return points.map(({ from, failing, known }) =>
    pointOf({ at: from, part: known - failing, n: known, href }),
  );
}

/** The citations that turned failing in each week, of those known at its end; those that turned and left count as known. */
export function driftSeries(points: readonly DriftPoint[], repository: string | undefined): RatePoint[] {
  const href = rowsHref("citations_turned", { repository });
  return points.map(({ from, turned, known }) =>
    pointOf({ at: from, part: turned, n: Math.max(known, turned), href }),
  );
}

/** By week from Monday, the share of memories served that were used; less than a week at the beginning is left out. */
export function valueSeries(days: RecallStats["days"], repository: string | undefined): RatePoint[] {
  const href = rowsHref("recalled_used", { repository });
  const weeks = [...groupBy(days, ({ day }) => startOfBucket("week", new Date(day)).toISOString())];
  const first = days[0]?.day ?? "";
  return weeks
    .filter(([at]) => at >= first)
    .map(([at, of]) => {
      const sum = (count: (day: RecallStats["days"][number]) => number) =>
        of.reduce((total, day) => total + count(day), 0);
      const n = sum(({ memories_served }) => memories_served);
      // A memory that was served twice a day may have been used twice.
      const part = Math.min(
        n,
        sum(({ used }) => used),
      );
      return pointOf({ at, part, n, href });
    });
}
