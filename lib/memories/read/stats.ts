import type { CitationStatus } from "@/lib/citations";
import { LOW_CONFIDENCE } from "@/lib/citations/contract";
import { type ServingTotals, sumServings } from "@/lib/db/sql/lifecycle";
import {
  type CountRow,
  countBySort,
  countByStatus,
  countChecks,
  countCitations,
  sumCoverage,
  sumMemories,
  sumUses,
} from "@/lib/db/sql/memory-counts";
import { tenantOf } from "@/lib/kernel/actor";
import { shareOf } from "@/lib/kernel/statistics";
import { DAY_MS } from "@/lib/kernel/time";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { HIGH_QUALITY, LOW_QUALITY } from "../feedback/quality";
import { toWhere } from "../search/filters";
import { oneName } from "../search/operations";

export const memoryStats = defineQuery(contract.memoryStats, {
  authorize: "filtered",
  read: async ({ db, actor, input, ai, now }) => {
    const all = await toWhere(db, { actor, filters: oneName(input), otherwise: undefined });
    const where = { ...all, status: ["active"] };
    const since = new Date(now().getTime() - contract.SERVED_DAYS * DAY_MS);
    const [by_status, sorts, totals, coverage, citations, checks, uses, servings] = await Promise.all([
      countByStatus(db, { where: all }),
      countBySort(db, { where }),
      sumMemories(db, {
        where,
        embedder_id: ai.embedder?.id ?? null,
        low: LOW_QUALITY,
        high: HIGH_QUALITY,
      }),
      sumCoverage(db, { where: { ...all, status: contract.COVERED_STATUSES }, guess: LOW_CONFIDENCE }),
      countCitations(db, { where: all }),
      countChecks(db, { where: all }),
      sumUses(db, { where: all }),
      sumServings(db, {
        ...tenantOf({ actor }),
        since,
        repository_id: all.repository_id ?? null,
        visible_repository_ids: actor.repository_ids,
      }),
    ]);
    const by = (facet: CountRow["facet"]) =>
      sorts.filter((row) => row.facet === facet).map(({ value, count }) => ({ value, count }));
    return {
      total: by_status.reduce((sum, { count }) => sum + count, 0),
      by_status,
      by_kind: by("kind"),
      by_agent_type: by("agent_type"),
      by_category: by("category"),
      ...totals,
      cited: coverage.cited,
      verified: coverage.verified,
      verified_share: shareOf(coverage.verified, coverage.cited),
      citations_by_status: { unchecked: countOf(citations, "unchecked"), ...countsOf(citations) },
      checks_by_status: countsOf(checks),
      uses,
      verified_before_use: verifiedBeforeUse(servings),
    };
  },
});

type StatusCount = { status: string; count: number };

const countOf = (rows: readonly StatusCount[], status: CitationStatus): number =>
  rows.find((row) => row.status === status)?.count ?? 0;

/** How many citations, or checks, have each status that a check finds. */
function countsOf(rows: readonly StatusCount[]) {
  return {
    unchanged: countOf(rows, "unchanged"),
    moved: countOf(rows, "moved"),
    renamed: countOf(rows, "renamed"),
    edited: countOf(rows, "edited"),
    missing: countOf(rows, "missing"),
    unreachable: countOf(rows, "unreachable"),
  };
}

function verifiedBeforeUse(totals: ServingTotals) {
  const { served, cited, verified, found, found_cited, found_verified } = totals;
  return {
    days: contract.SERVED_DAYS,
    served,
    cited,
    verified,
    share: shareOf(verified, cited),
    searches: {
      served: found,
      cited: found_cited,
      verified: found_verified,
      share: shareOf(found_verified, found_cited),
    },
  };
}
