import { LOW_CONFIDENCE } from "@/lib/citations/contract";
import { countChanges, findSetupState, sumOverview } from "@/lib/db/sql/overview";
import { tenantOf } from "@/lib/kernel/actor";
import { DAY_MS } from "@/lib/kernel/durations";
import { LOW_QUALITY, listedFor } from "@/lib/memories";
import { COVERED_STATUSES, SERVED_DAYS } from "@/lib/memories/contract";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";

const overviewGet = defineQuery(contract.overviewGet, {
  read: async ({ db, actor, input, now }) => {
    const { from, compared_from, repository } = input;
    return sumOverview(db, {
      place: await listedFor(db, { actor, repository }),
      from,
      compared_from,
      served_since: new Date(now().getTime() - SERVED_DAYS * DAY_MS),
      statuses: COVERED_STATUSES,
      low: LOW_QUALITY,
      guess: LOW_CONFIDENCE,
    });
  },
});

const setupGet = defineQuery(contract.setupGet, {
  read: async ({ db, actor }) => {
    const state = await findSetupState(db, {
      ...tenantOf({ actor }),
      statuses: COVERED_STATUSES,
      guess: LOW_CONFIDENCE,
    });
    const { failed_repository: name, failed_problem: problem, keys: total, used_keys, ...rest } = state;
    return {
      ...rest,
      failed_repository: name === null ? null : { name, problem: problem ?? "" },
      keys: actor.permissions.has("keys:manage") ? { total, has_used: used_keys > 0 } : null,
    };
  },
});

const changesGet = defineQuery(contract.changesGet, {
  read: async ({ db, actor, input }) => {
    const { after, repository } = input;
    return countChanges(db, { place: await listedFor(db, { actor, repository }), after });
  },
});

export const operations = [overviewGet, setupGet, changesGet];
