import type { Database } from "@/lib/db/client";
import { writeServings } from "@/lib/db/sql/lifecycle";
import type { ActorRef } from "@/lib/kernel/actor";
import type { Standing } from "../contract";
import { toEventRows } from "../lifecycle/event-queries";
import { countUsesSoon } from "./usage-counts";

/** A memory that was sent to an agent, and its verification status then. */
export type Serving = { memory_id: string; standing: Standing };

type Recorded = {
  organization_id: string;
  actor: ActorRef;
  /** The operation that sent them. */
  by: string;
  servings: readonly Serving[];
  now: Date;
};

/** Records that an agent was sent memories it asked for by id: an event and a use each, in one statement. */
export function recordServings(db: Database, recorded: Recorded): Promise<void> {
  return record(db, { ...recorded, counted: true });
}

/**
 * Records that an agent's search sent memories. It keeps them from expiry, and is no use: finding something says
 * nothing of its worth.
 */
export function recordFindings(db: Database, recorded: Recorded): Promise<void> {
  return record(db, { ...recorded, counted: false });
}

async function record(
  db: Database,
  { organization_id, actor, by, servings, now, counted }: Recorded & { counted: boolean },
): Promise<void> {
  if (servings.length === 0) return;
  const events = servings.map(({ memory_id, standing }) => ({
    memory_id,
    type: "retrieved" as const,
    detail: counted ? { by, standing } : { by, standing, counted },
  }));
  await writeServings(db, { organization_id, actor, now, events: toEventRows(events), counted });
  if (counted) countUsesSoon(db, { organization_id });
}
