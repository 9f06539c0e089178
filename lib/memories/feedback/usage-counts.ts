import type { Database } from "@/lib/db/client";
import { countUses } from "@/lib/db/sql/memory-uses";
import { log } from "@/lib/telemetry/log";

/** Uses of many answers are counted at once. */
const COUNTED_EVERY_MS = 1_000;
const AT_ONCE = 2_000;

type Waiting = { timer: NodeJS.Timeout; count: () => Promise<void> };

const waiting = new Map<string, Waiting>();
const counting = new Set<Promise<void>>();

/** Has uses counted into their memories in a moment. Where this process ends before, the job `memory_uses` does it. */
export function countUsesSoon(db: Database, { organization_id }: { organization_id: string }): void {
  if (waiting.has(organization_id)) return;
  const count = () => {
    waiting.delete(organization_id);
    const counted = countAllUses(db, { organization_id })
      .catch((error: unknown) => log().warn({ err: error }, "uses of memories could not be counted"))
      .finally(() => counting.delete(counted));
    counting.add(counted);
    return counted;
  };
  const timer = setTimeout(count, COUNTED_EVERY_MS);
  timer.unref();
  waiting.set(organization_id, { timer, count });
}

/** Counts all uses of an organization that were written down. */
export async function countAllUses(
  db: Database,
  { organization_id }: { organization_id: string },
): Promise<void> {
  while ((await countUses(db, { organization_id, limit: AT_ONCE })) === AT_ONCE);
}

/** When the uses of every answer of this process are counted. */
export async function usesCounted(): Promise<void> {
  for (const { timer, count } of [...waiting.values()]) {
    clearTimeout(timer);
    void count();
  }
  while (counting.size > 0) await Promise.all(counting);
}
