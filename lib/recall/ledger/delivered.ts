import { createHash } from "node:crypto";
import type { Database, Db } from "@/lib/db/client";
import { findConfirmed, insertDelivered, type WindowKey } from "@/lib/db/sql/delivered";
import type { Memory } from "@/lib/memories/contract";

/** The context window of a session's main agent. A subagent's is named by the subagent's id. */
export const MAIN_WINDOW = "main";

export const DELIVERED_BEFORE = "It was delivered in this session already.";

/** Memory ids, each with the version that its agent has. */
export type Delivered = ReadonlyMap<string, string>;

/** Metadata that packs show in the place of the outcome, or beside the statement. */
const SHOWN_METADATA = ["instead", "rejection_reason", "correct_usage"] as const;

type Versioned = Pick<Memory, "statement" | "outcome" | "status" | "metadata"> & {
  /** Where it is violated, as the pack says it. */
  violated?: string | null;
};

/**
 * Differs when an agent would read something else: statement, outcome, status, or where it is violated. Counters and
 * quality do not count.
 */
export function memoryVersion({ statement, outcome, status, metadata, violated }: Versioned): string {
  const shown = [statement, outcome, status, ...SHOWN_METADATA.map((name) => metadata[name] ?? null)];
  if (violated) shown.push(violated);
  return createHash("sha256").update(JSON.stringify(shown)).digest("hex").slice(0, 16);
}

/** What clients confirmed to have put into this context window since it began, in the version of its last delivery. */
export async function findDelivered(db: Database, window: WindowKey): Promise<Delivered> {
  const rows = await findConfirmed(db, window);
  return new Map(rows.map(({ memory_id, memory_version }) => [memory_id, memory_version]));
}

/** Keeps what a pack puts into a context window. It counts once the client confirms the pack. */
export async function recordDelivered(
  db: Db,
  delivery: WindowKey & { recall_id: string; memories: readonly (Versioned & { id: string })[]; at: Date },
): Promise<void> {
  const { memories, ...rest } = delivery;
  if (memories.length === 0) return;
  await insertDelivered(db, {
    ...rest,
    memories: memories.map((memory) => ({ memory_id: memory.id, memory_version: memoryVersion(memory) })),
  });
}

type Placed = {
  memory: Versioned & { id: string };
  place: string;
  reason: string;
  violated?: string | null;
};

/**
 * Takes out of a pack what its context window has in this version. It comes after the choice, so that what says the same
 * as a delivered memory stays out as well, and nothing less relevant moves up into its place.
 */
export function withoutDelivered<C extends Placed>(
  candidates: readonly C[],
  delivered: Delivered,
): (C | (C & { place: "out" }))[] {
  return candidates.map((candidate) => {
    const { memory, place, violated = null } = candidate;
    if (place === "out" || delivered.get(memory.id) !== memoryVersion({ ...memory, violated }))
      return candidate;
    return { ...candidate, place: "out", reason: DELIVERED_BEFORE };
  });
}
