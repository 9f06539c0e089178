import { findCheckpoint, verifyAudit } from "@/lib/db/sql/audit";
import { tenantOf } from "@/lib/kernel/actor";
import { DAY_MS, iso } from "@/lib/kernel/time";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import * as auditQueries from "./queries";
import * as refusalQueries from "./refusal-queries";
import { isGenuine } from "./retention";

export const auditVerify = defineQuery(contract.auditVerify, {
  read: async ({ db, actor }) => {
    const tenant = tenantOf({ actor });
    const { problems, ...found } = await verifyAudit(db, tenant);
    const checkpoint = await findCheckpoint(db, tenant);
    if (checkpoint === null) return { intact: problems.length === 0, ...found, since: null, problems };
    const { id: entry_id, number, before, created_at } = checkpoint;
    if (!isGenuine(tenant.organization_id, checkpoint))
      problems.unshift({ what: "forged" as const, number, entry_id });
    const since = { number: number + 1, before: iso(before), removed_at: iso(created_at) };
    return { intact: problems.length === 0, ...found, since, problems };
  },
});

export const auditList = defineQuery(contract.auditList, {
  read: ({ db, actor, input }) => auditQueries.listAuditEntries(db, { ...tenantOf({ actor }), ...input }),
});

const REFUSALS_DAYS = 30;

export const refusalList = defineQuery(contract.refusalList, {
  read: async ({ db, actor, input, now }) => {
    const since = new Date(now().getTime() - REFUSALS_DAYS * DAY_MS);
    return refusalQueries.listRefusals(db, { ...tenantOf({ actor }), ...input, since });
  },
});
