import { countWaiting } from "@/lib/db/sql/waiting";
import { listedFor } from "@/lib/memories";
import { defineQuery } from "@/lib/runtime/operation";
import { UNRESOLVED_DELIVERIES } from "@/lib/skills/contract";
import * as contract from "../contract";

const waitingCounts = defineQuery(contract.waitingCounts, {
  read: async ({ db, actor, input }) => {
    const delivery_statuses = UNRESOLVED_DELIVERIES;
    const counts = await countWaiting(db, {
      ...(await listedFor(db, { actor, repository: input.repository })),
      person_id: actor.id,
      delivery_statuses,
    });
    return { ...counts, jobs: actor.permissions.has("jobs:manage") ? counts.jobs : null };
  },
});

export const operations = [waitingCounts];
