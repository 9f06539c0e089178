import { tenantOf } from "@/lib/kernel/actor";
import { defineQuery } from "@/lib/runtime/operation";
import { log } from "@/lib/telemetry/log";
import * as contract from "../contract";
import { findVisits, putVisits } from "./queries";
import { afterLook } from "./visits";

export const visitGet = defineQuery(contract.visitGet, {
  records: true,
  read: async ({ db, actor, now }) => {
    const person = { ...tenantOf({ actor }), person_id: actor.id };
    const visits = await findVisits(db, person);
    if (visits === null) return { before: null };
    const next = afterLook(visits, now());
    if (next !== null)
      // Where nothing can be written, on a standby or a full disk, people go on reading.
      await putVisits(db, { ...person, ...next }).catch((error: unknown) => {
        log().warn({ err: error }, "a visit could not be recorded");
      });
    const { visited_before_at } = next ?? visits;
    return { before: visited_before_at?.toISOString() ?? null };
  },
});
