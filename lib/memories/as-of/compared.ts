import type { Database } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { countSince } from "@/lib/db/sql/memory-counts";
import type { Actor } from "@/lib/kernel/actor";
import { invalidField } from "@/lib/kernel/errors";
import type { AsOf, SinceCounts } from "../contract";

/**
 * What a moment adds to the conditions of a list. An agent is shown nothing of the past that it may not see now.
 * @throws AppError invalid_input for a comparison without a moment.
 */
export function conditionsAt(
  actor: Actor,
  { moment, since }: { moment: AsOf | null; since?: MemoryWhere["since"] },
): Pick<MemoryWhere, "as_of" | "as_seen_now" | "since"> {
  if (moment !== null) return { as_of: moment.at, as_seen_now: actor.kind === "agent", since };
  if (since !== undefined) throw invalidField("/since", "compares with a moment: give `as_of` too");
  return {};
}

/** How rows of a moment are read: an agent is given no former texts. */
export const lookingBack = (actor: Actor, { at }: AsOf) => ({ at, texts: actor.kind !== "agent" });

/** How many memories of these filters were and are active, and what became of them; see `sinceCountsSchema`. */
export async function countsSince(db: Database, where: MemoryWhere, at: string): Promise<SinceCounts> {
  const counts = await countSince(db, { where, at });
  const { active_then, active_now, changed, returned, added, ...ended_by } = counts;
  const ended = Object.values(ended_by).reduce((sum, count) => sum + count, 0);
  return { active_then, active_now, ended, ended_by, changed, returned, added };
}
