import { settingsOf } from "@/lib/access";
import { countDaysBefore } from "@/lib/conversations";
import { findPrunable } from "@/lib/db/sql/audit";
import { countPast } from "@/lib/db/sql/purge";
import { tenantOf } from "@/lib/kernel/actor";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "./contract";
import { daysBefore, firstLogKept } from "./purge";

const retentionPreview = defineQuery(contract.retentionPreview, {
  read: async ({ db, actor, input, now }) => {
    const settings = await settingsOf(db, tenantOf({ actor }));
    const at = now();
    const recall_days = input.recall_retention_days ?? settings.recall_retention_days;
    const session_days = input.session_retention_days ?? settings.session_retention_days;
    const deleted_days = input.deleted_retention_days ?? settings.deleted_retention_days;
    const recalls_before = daysBefore(at, recall_days);
    const sessions_before = daysBefore(at, session_days);
    const deleted_before = daysBefore(at, deleted_days);
    const moments = { recalls_before, sessions_before, deleted_before };
    const counts = await countPast(db, { ...tenantOf({ actor }), ...moments });
    const { audit_retention_days: audit_days = settings.audit_retention_days } = input;
    const prunable =
      audit_days === null
        ? null
        : await findPrunable(db, { ...tenantOf({ actor }), before: daysBefore(at, audit_days) });
    const log_days = input.conversation_retention_days ?? settings.conversation_retention_days;
    const first_log = firstLogKept(at, { ...settings, conversation_retention_days: log_days });
    const logs = await countDaysBefore(db, { ...tenantOf({ actor }), day: first_log });
    const said = (days: number, before: Date, count: number) => ({
      days,
      before: before.toISOString(),
      count,
    });
    return {
      recalls: said(recall_days, recalls_before, counts.recalls),
      sessions: said(session_days, sessions_before, counts.sessions),
      deleted_memories: said(deleted_days, deleted_before, counts.deleted_memories),
      conversations: said(log_days, new Date(`${first_log}T00:00:00Z`), logs),
      audit_entries: prunable?.entries ?? 0,
    };
  },
});

export const retentionOperations = [retentionPreview];
