import { verifyAudit } from "@/lib/db/sql/audit";
import { tenantOf } from "@/lib/kernel/actor";
import { DAY_MS } from "@/lib/kernel/time";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import * as auditQueries from "./queries";
import * as refusalQueries from "./refusal-queries";

export const auditVerify = defineQuery(contract.auditVerify, {
  read: async ({ db, actor }) => {
    const { entries, head, problems } = await verifyAudit(db, tenantOf({ actor }));
    return { intact: problems.length === 0, entries, head, problems };
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
