import type { Db } from "@/lib/db/client";
import { type ExpiryLimits, type ExpiryRule, findExpirable, writeJudgements } from "@/lib/db/sql/lifecycle";
import type { ActorRef } from "@/lib/kernel/actor";
import { DAY_MS } from "@/lib/kernel/time";
import { LOW_QUALITY } from "../feedback/quality";
import { toEventRows } from "./event-queries";

/** Memories of low quality that nobody stored again or confirmed for so long. */
const LOW_QUALITY_DAYS = 90;
/** Memories that were never served or applied. */
const NEVER_RECALLED_DAYS = 60;
/** Near-duplicates this alike say the same, so the newer and better one stands for both. */
const SAME_FROM = 0.95;

/** How many are looked at, and expired, at once. */
export const EXPIRED_AT_ONCE = 500;

export type Expirable = { id: string; status: string; quality: number; rule: ExpiryRule; reason: string };

function limitsAt(now: Date): ExpiryLimits {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  return {
    low_quality_before: before(LOW_QUALITY_DAYS),
    low_quality: LOW_QUALITY,
    never_recalled_before: before(NEVER_RECALLED_DAYS),
    same_from: SAME_FROM,
  };
}

const REASONS: Record<ExpiryRule, (other_id: string | null) => string> = {
  low_quality: () => `Not confirmed for ${LOW_QUALITY_DAYS} days, and its quality is below ${LOW_QUALITY}.`,
  never_recalled: () => `Never used, and not confirmed for ${NEVER_RECALLED_DAYS} days.`,
  superseded_by_newer: (other_id) => `A newer memory says the same, and better: ${other_id}.`,
};

/**
 * The memories whose time is over, oldest first, at most `EXPIRED_AT_ONCE`, and how many there are in all. Active and
 * drifted ones; never a pinned one. Age counts from when a memory was last stored or confirmed.
 */
export async function listExpirable(
  db: Db,
  { organization_id, now, lock = false }: { organization_id: string; now: Date; lock?: boolean },
): Promise<{ items: Expirable[]; total: number }> {
  const { rows, total } = await findExpirable(db, {
    organization_id,
    limits: limitsAt(now),
    limit: EXPIRED_AT_ONCE,
    lock,
  });
  return {
    items: rows.map(({ other_id, ...row }) => ({ ...row, reason: REASONS[row.rule](other_id) })),
    total,
  };
}

/** Expires what `listExpirable` lists, each with its event, in the caller's transaction. @returns what was expired. */
export async function expire(
  tx: Db,
  params: { organization_id: string; actor: ActorRef; now: Date },
): Promise<Expirable[]> {
  const { items } = await listExpirable(tx, { ...params, lock: true });
  await writeJudgements(tx, {
    ...params,
    judgements: items.map(({ id, quality, reason }) => ({
      id,
      to: "expired",
      reason,
      confirmed: false,
      quality,
    })),
    events: toEventRows(
      items.map(({ id, status, rule, reason }) => ({
        memory_id: id,
        type: "expired" as const,
        reason,
        detail: { rule, from: status, to: "expired" },
      })),
    ),
  });
  return items;
}
