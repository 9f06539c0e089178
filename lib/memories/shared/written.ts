import type { Memory, WriteAnswer } from "../contract";

/** The answer of a write that was done. */
export const written = (memory: Memory | null, notes: string[] = []): WriteAnswer => ({
  stored: true,
  reason: null,
  memory,
  duplicate_of: null,
  notes,
});
