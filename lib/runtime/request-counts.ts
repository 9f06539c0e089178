import { LRUCache } from "lru-cache";
import type { RequestCount } from "@/lib/db/sql/request-counts";

/** Callers that a process remembers at most, about 200 bytes each. */
const MAX_CALLERS = 50_000;
const MINUTE_MS = 60_000;
/** How long what a process counted stays with it, in milliseconds; and once a caller sent it an eighth of a minute's limit since. */
const SHARE_EVERY_MS = 1_000;
const SHARE_BURST_MS = 50;
const BURST_SHARE = 8;

/** What all processes counted when last asked, and what this one counted since. */
type Counted = { minute: number; shared: number; pending: number };

/** What the processes of a server share their counts through. */
export type SharedCounts = {
  /** Adds counts and answers the sums over all processes. */
  add(counts: readonly RequestCount[]): Promise<RequestCount[]>;
  /** Forgets minutes before this one. */
  forget(params: { before: number }): Promise<void>;
};

export type RequestCounts = {
  /**
   * Counts one request. It waits for nothing: the sum of all processes is as of a second ago, or less.
   * @returns null, or the whole seconds until this caller may ask again.
   */
  count(params: { who: string; per_minute: number }): number | null;
  /** Sends what was counted to the other processes now, and learns what they counted. Never rejects. */
  share(): Promise<void>;
};

/**
 * Counts requests by caller and minute. A statement for each request would be a row that all requests of a caller wait
 * for; so each process counts in memory and adds its counts to the shared ones once a second, and sooner while somebody sends
 * many. Between two additions a caller can send each process as many more as it manages meanwhile. While the others cannot
 * be reached, every process counts alone.
 */
export function createRequestCounts({
  shared,
  now = Date.now,
}: {
  shared: SharedCounts | null;
  now?: () => number;
}): RequestCounts {
  const callers = new LRUCache<string, Counted>({ max: MAX_CALLERS });
  let due: { at: number; timer: NodeJS.Timeout } | undefined;
  let sharing: Promise<void> | undefined;
  let forgotten = 0;

  async function exchange(counts: SharedCounts): Promise<void> {
    const minute = Math.floor(now() / MINUTE_MS);
    const pending = [...callers.entries()]
      .filter(([, counted]) => counted.pending > 0)
      .map(([who, counted]) => ({ who, minute: counted.minute, count: counted.pending }));
    if (pending.length > 0) keepSums(pending, await counts.add(pending));
    if (forgotten === minute) return;
    forgotten = minute;
    await counts.forget({ before: minute - 1 });
  }

  function keepSums(sent: readonly RequestCount[], sums: readonly RequestCount[]): void {
    const sumOf = new Map(sums.map((sum) => [`${sum.minute} ${sum.who}`, sum.count]));
    for (const { who, minute, count } of sent) {
      const counted = callers.get(who);
      if (counted?.minute !== minute) continue;
      counted.pending -= count;
      counted.shared = sumOf.get(`${minute} ${who}`) ?? counted.shared + count;
    }
  }

  async function share(): Promise<void> {
    if (shared === null) return;
    // What could not be added is added with the next; until then this process counts alone.
    sharing ??= exchange(shared)
      .catch(() => undefined)
      .finally(() => {
        sharing = undefined;
      });
    await sharing;
  }

  function shareWithin(ms: number): void {
    const at = performance.now() + ms;
    if (due !== undefined && due.at <= at) return;
    clearTimeout(due?.timer);
    const timer = setTimeout(() => {
      due = undefined;
      void share();
    }, ms);
    due = { at, timer: timer.unref() };
  }

  return {
    share,
    count({ who, per_minute }) {
      const at = now();
      const minute = Math.floor(at / MINUTE_MS);
      const found = callers.get(who);
      const counted = found?.minute === minute ? found : { minute, shared: 0, pending: 0 };
      if (counted !== found) callers.set(who, counted);
      // Refused requests are not counted: a caller who goes on asking is let in again with the next minute.
      if (counted.shared + counted.pending >= per_minute)
        return Math.max(1, Math.ceil(((minute + 1) * MINUTE_MS - at) / 1_000));
      counted.pending += 1;
      const isBurst = counted.pending >= per_minute / BURST_SHARE;
      if (shared !== null) shareWithin(isBurst ? SHARE_BURST_MS : SHARE_EVERY_MS);
      return null;
    },
  };
}
