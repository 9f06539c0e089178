import { countWaiting } from "@/lib/db/sql/waiting";
import { tenantOf } from "@/lib/kernel/actor";
import { defineQuery } from "@/lib/runtime/operation";
import { UNRESOLVED_DELIVERIES } from "@/lib/skills/contract";
import * as contract from "../contract";

const waitingCounts = defineQuery(contract.waitingCounts, {
  read: async ({ db, actor }) => {
    const delivery_statuses = UNRESOLVED_DELIVERIES;
    const counts = await countWaiting(db, {
      ...tenantOf({ actor }),
      person_id: actor.id,
      delivery_statuses,
    });
    return { ...counts, jobs: actor.permissions.has("jobs:manage") ? counts.jobs : null };
  },
});

export const operations = [waitingCounts];
