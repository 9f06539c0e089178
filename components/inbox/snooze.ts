import { call } from "@/lib/doors/client";
import { type InboxReference, inboxSnooze, MAX_REFERENCES } from "@/lib/inbox/contract";
import type { OutputOf } from "@/lib/kernel/contract";
import { groupBy } from "@/lib/kernel/group-by";
import { keyOfItem } from "./parameters";

/** What was snoozed or unsnoozed, what of it was snoozed before, and the first failure, null for none. */
export type Snoozed = {
  items: InboxReference[];
  before: OutputOf<typeof inboxSnooze>["before"];
  failure: unknown;
};

/** Snoozes items until a moment; null unsnoozes them. What one request did stays done where another fails. */
export async function snooze(items: readonly InboxReference[], until: string | null): Promise<Snoozed> {
  const snoozed: Snoozed = { items: [], before: [], failure: null };
  for (let start = 0; start < items.length; start += MAX_REFERENCES) {
    const some = items.slice(start, start + MAX_REFERENCES);
    try {
      const { before } = await call(inboxSnooze, { items: some, until });
      snoozed.items.push(...some);
      snoozed.before.push(...before);
    } catch (error) {
      snoozed.failure ??= error;
    }
  }
  return snoozed;
}

/** Each until when it was snoozed before, unless that has passed. @returns the first failure, or null. */
export async function undoSnooze({ items, before }: Snoozed, now: Date): Promise<unknown> {
  const future = before.filter(({ until }) => new Date(until) > now);
  const untilOf = new Map(future.map((item) => [keyOfItem(item), item.until]));
  const groups = groupBy(items, (item) => untilOf.get(keyOfItem(item)) ?? null);
  let failure: unknown = null;
  for (const [until, some] of groups) {
    const undone = await snooze(some, until);
    failure ??= undone.failure;
  }
  return failure;
}
