import type { OutputOf } from "@/lib/kernel/contract";
import type { memoryGet } from "@/lib/memories/contract";

/** A memory with everything that its page shows. */
export type MemoryInFull = OutputOf<typeof memoryGet>;
