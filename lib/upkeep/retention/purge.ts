import { settingsOf } from "@/lib/access";
import type { Settings } from "@/lib/access/contract";
import { deleteDaysBefore, lastDayDue } from "@/lib/conversations";
import { type Database, transaction } from "@/lib/db/client";
import { deleteReadings, deleteSessions, findDeletedBefore, purgeMemories } from "@/lib/db/sql/purge";
import { whileFull } from "@/lib/jobs";
import { DAY_MS } from "@/lib/kernel/time";
import { shiftDay } from "@/lib/kernel/time-zones";

const MEMORIES_AT_ONCE = 200;
const SESSIONS_AT_ONCE = 500;
const LOGS_AT_ONCE = 20;

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** The first day (yyyy-mm-dd) whose log is kept at a moment. */
export function firstLogKept(
  now: Date,
  { time_zone, conversation_retention_days }: Pick<Settings, "time_zone" | "conversation_retention_days">,
): string {
  return shiftDay(lastDayDue(now, time_zone), 1 - conversation_retention_days);
}

export type Purged = { memories: number; sessions: number; conversations: number };

/**
 * Removes for good, of one organization, memories that were deleted, sessions that were last seen and logs of
 * conversations longer ago than its settings keep them. Recalls have a job of their own. In small transactions, so that it can be cut off and repeated.
 */
export async function purgePast(
  db: Database,
  { organization_id, now, signal }: { organization_id: string; now: Date; signal: AbortSignal },
): Promise<Purged> {
  const settings = await settingsOf(db, { organization_id });
  const { deleted_retention_days, session_retention_days } = settings;
  const deleted_before = daysBefore(now, deleted_retention_days);
  const memories = await whileFull({ size: MEMORIES_AT_ONCE, signal }, () =>
    transaction(db, async (tx) => {
      const memory_ids = await findDeletedBefore(tx, {
        organization_id,
        before: deleted_before,
        limit: MEMORIES_AT_ONCE,
      });
      return purgeMemories(tx, { organization_id, memory_ids });
    }),
  );
  const before = daysBefore(now, session_retention_days);
  const sessions = await whileFull({ size: SESSIONS_AT_ONCE, signal }, () =>
    deleteSessions(db, { organization_id, before, limit: SESSIONS_AT_ONCE }),
  );
  await deleteReadings(db, { organization_id, before });
  const day = firstLogKept(now, settings);
  const conversations = await whileFull({ size: LOGS_AT_ONCE, signal }, () =>
    deleteDaysBefore(db, { organization_id, day, limit: LOGS_AT_ONCE }),
  );
  return { memories, sessions, conversations };
}
