import type { Database } from "@/lib/db/client";
import type { CitedNow } from "../contract";
import { citedNow } from "./cited-now";
import * as patternQueries from "./queries";

const BATCH_SIZE = 200;

const HOLDS: ReadonlySet<CitedNow["status"]> = new Set(["unchanged", "moved", "renamed"]);
/** What says nothing of the lines, such as a repository that cannot be read. */
const UNKNOWN: ReadonlySet<CitedNow["status"]> = new Set(["unreachable", "unchecked"]);

/**
 * Lets drift reach the patterns of an organization: one whose lines changed or are gone at the head of their repository is
 * found by no search any more, and one whose lines are there again is. What somebody retired stays so.
 * @returns how many were checked, and how many of them changed.
 */
export async function sweepPatterns(
  db: Database,
  { organization_id, now, signal }: { organization_id: string; now: Date; signal: AbortSignal },
): Promise<{ checked: number; drifted: number; restored: number }> {
  const sum = { checked: 0, drifted: 0, restored: 0 };
  for (let after: string | null = null; ; ) {
    signal.throwIfAborted();
    const patterns = await patternQueries.findCitedPatterns(db, {
      organization_id,
      after,
      limit: BATCH_SIZE,
    });
    const last = patterns.at(-1);
    if (!last) return sum;
    after = last.id;
    const cited = await citedNow(db, { organization_id, patterns, budget_ms: null });
    for (const { id, status } of patterns) {
      const place = cited.get(id);
      if (!place || UNKNOWN.has(place.status)) continue;
      sum.checked += 1;
      const holds = HOLDS.has(place.status);
      if (holds === (status === "active")) continue;
      const to = holds ? "active" : "drifted";
      const reason = holds ? null : reasonOf(place);
      const moved = await patternQueries.movePattern(db, {
        organization_id,
        id,
        from: status,
        to,
        reason,
        now,
      });
      if (moved) sum[holds ? "restored" : "drifted"] += 1;
    }
  }
}

const reasonOf = ({ status, path, line_start, line_end }: CitedNow) =>
  `Its lines are ${status}: ${path}:${line_start}–${line_end}`.slice(0, 1_000);
