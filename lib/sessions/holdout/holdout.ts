import { settingsOf } from "@/lib/access";
import type { AgentWhere } from "@/lib/db/sql/agents";
import { countHoldoutLeftOut, findHoldoutSessions, type HoldoutRow } from "@/lib/db/sql/holdout";
import { compareRatios, ratioOf, type Unit } from "@/lib/kernel/comparison";
import { DAY_MS } from "@/lib/kernel/time";
import { resolveRepository } from "@/lib/memories";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";

/** What is counted in a session for each measure; `of` 0 leaves the session out of that measure. */
const UNITS: Record<contract.HoldoutMeasure["name"], (row: HoldoutRow) => Unit> = {
  findings_rejected: ({ rejected, findings }) => ({ count: rejected, of: findings }),
  retries: ({ retries }) => ({ count: retries, of: 1 }),
  errors_met_again: ({ met_again }) => ({ count: met_again, of: 1 }),
  corrections: ({ corrected, learned }) => ({ count: corrected, of: learned }),
  session_minutes: ({ minutes }) => ({ count: minutes, of: 1 }),
};

/** Five differences are looked at together: at 99 % one of them appears by chance in 1 of 20 comparisons, as usual. */
const DIFFERENCE_LEVEL = 0.99;
const GROUP_LEVEL = 0.95;

/** Compares sessions with memory to those that were held out, measure by measure. */
export function compareGroups(rows: readonly HoldoutRow[]): contract.HoldoutMeasure[] {
  return contract.HOLDOUT_MEASURES.map((name) => {
    const unitsOf = (held_out: boolean) =>
      rows
        .filter((row) => row.held_out === held_out)
        .map(UNITS[name])
        .filter(({ of }) => of > 0);
    const groups = { with_memory: unitsOf(false), held_out: unitsOf(true) };
    const difference = compareRatios({
      treated: groups.with_memory,
      control: groups.held_out,
      level: DIFFERENCE_LEVEL,
    });
    const sessions = Math.min(groups.with_memory.length, groups.held_out.length);
    return {
      name,
      with_memory: groupOf(groups.with_memory),
      held_out: groupOf(groups.held_out),
      difference,
      verdict: verdictOf({ difference, sessions }),
    };
  });
}

function groupOf(units: readonly Unit[]): contract.HoldoutGroup {
  const ratio = ratioOf({ units, level: GROUP_LEVEL });
  return {
    sessions: units.length,
    of: units.reduce((sum, unit) => sum + unit.of, 0),
    value: ratio?.value ?? null,
    low: ratio === null ? null : Math.max(0, ratio.low),
    high: ratio?.high ?? null,
  };
}

function verdictOf({
  difference,
  sessions,
}: {
  difference: contract.HoldoutMeasure["difference"];
  sessions: number;
}): contract.HoldoutMeasure["verdict"] {
  if (difference === null || sessions < contract.HOLDOUT_SESSIONS) return "too_few";
  if (difference.high < 0) return "lower";
  if (difference.low > 0) return "higher";
  return "none";
}

const holdoutGet = defineQuery(contract.holdoutGet, {
  load: async ({ db, actor, input: { repository } }) => {
    if (repository === undefined) return null;
    return resolveRepository(db, { actor, reference: repository, pointer: "/repository" });
  },
  authorize: "filtered",
  read: async ({ db, actor, input: { days }, subject: repository, now }) => {
    const { organization_id } = actor;
    const { recall_retention_days, session_retention_days } = await settingsOf(db, { organization_id });
    // Of an older session it is not known any more whether it was given memory, and what it asked again.
    const whole_days = Math.min(days, recall_retention_days, session_retention_days);
    const since = new Date(now().getTime() - whole_days * DAY_MS);
    const where: AgentWhere = {
      organization_id,
      repository_id: repository?.id ?? null,
      since,
      visible_repository_ids: actor.repository_ids,
    };
    const [settings, rows, { open, mixed }] = await Promise.all([
      settingsOf(db, { organization_id, repository_id: repository?.id }),
      findHoldoutSessions(db, { where }),
      countHoldoutLeftOut(db, { where }),
    ]);
    const held_out = rows.filter((row) => row.held_out).length;
    return {
      since: since.toISOString(),
      repository: repository && { id: repository.id, name: repository.name },
      share: settings.holdout_share,
      with_memory: rows.length - held_out,
      held_out,
      open,
      mixed,
      measures: compareGroups(rows),
    };
  },
});

export const operations = [holdoutGet];
