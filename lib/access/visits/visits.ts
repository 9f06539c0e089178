import { VISIT_GAP_MS } from "./contract";
import type { Visits } from "./queries";

const RECORDED_EVERY_MS = 60_000;

/**
 * What is known of visits after somebody looked at `now`: the visit that goes on, or a new one that makes the last look the
 * time before. Null where the last look is so recent that nothing needs to be written.
 */
export function afterLook({ visited_at, visited_before_at }: Visits, now: Date): Visits | null {
  if (visited_at === null) return { visited_at: now, visited_before_at };
  const passed = now.getTime() - visited_at.getTime();
  if (passed < RECORDED_EVERY_MS) return null;
  if (passed < VISIT_GAP_MS) return { visited_at: now, visited_before_at };
  return { visited_at: now, visited_before_at: visited_at };
}
