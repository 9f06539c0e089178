import {
  countEndedTasks,
  countPlanningSearches,
  countSolved,
  findMostCommon,
  findMostUsed,
  findSolvingHours,
} from "@/lib/db/sql/solution-figures";
import { tenantOf } from "@/lib/kernel/actor";
import { DAY_MS } from "@/lib/kernel/time";
import { namedRepository } from "@/lib/memories";
import { defineQuery } from "@/lib/runtime/operation";
import { visibleTo } from "../access";
import * as contract from "../contract";
import * as failureQueries from "../failures/queries";
import * as patternQueries from "../patterns/queries";
import { shareOf } from "../share";
import { medianOf } from "./median";

/** The median is over the failures solved last. */
const MOST_SOLVED = 10_000;

export const taskMetricsGet = defineQuery(contract.taskMetricsGet, {
  authorize: "filtered",
  read: async ({ db, actor, input, now }) => {
    const repository_id = await namedRepository(db, { actor, repository: input.repository });
    const seen = { ...tenantOf({ actor }), ...visibleTo(actor) };
    const where = { ...seen, repository_id };
    const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS);
    const [week, month, ended, used_ids, common_ids, solved, hours] = await Promise.all([
      countPlanningSearches(db, { ...where, since: daysAgo(7) }),
      countPlanningSearches(db, { ...where, since: daysAgo(30) }),
      countEndedTasks(db, where),
      findMostUsed(db, { ...where, limit: contract.TOP }),
      findMostCommon(db, { ...where, limit: contract.TOP }),
      countSolved(db, where),
      findSolvingHours(db, { ...where, limit: MOST_SOLVED }),
    ]);
    const [most_used, most_common] = await Promise.all([
      patternQueries.patternsByIds(db, { ...seen, ids: used_ids }),
      failureQueries.failuresByIds(db, { ...seen, ids: common_ids }),
    ]);
    const shareOfEnded = (with_pattern: boolean) => {
      const of_group = ended.find((group) => group.with_pattern === with_pattern);
      return shareOf(of_group?.passed ?? 0, of_group?.ended ?? 0);
    };
    const { n, median, low, high } = medianOf(hours);
    return {
      planning_hits_7_days: shareOf(week.hits, week.searches),
      planning_hits_30_days: shareOf(month.hits, month.searches),
      passed_with_pattern: shareOfEnded(true),
      passed_without_pattern: shareOfEnded(false),
      most_used,
      most_common,
      failures_with_solution: shareOf(solved.solved, solved.failures),
      time_to_solved: { n, median_hours: median, low, high },
    };
  },
});
