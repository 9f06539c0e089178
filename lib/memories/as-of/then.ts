import type { Memory, SinceMark } from "../contract";
import { markOf } from "./mark";
import { memoryAt, type Past } from "./memory-at";

/** A memory at two moments: `was` is null when it was not there yet. */
export type MemoryThen = { was: Memory | null; now: Memory; mark: SinceMark };

export function thenOf(now: Memory, past: Past): MemoryThen {
  const was = memoryAt(now, past);
  return { was, now, mark: markOf({ was, now, events: past.events }) };
}
