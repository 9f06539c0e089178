export type { Memory, MemoryEventType, MemoryKind, MemoryScope, MemoryStatus } from "./contract";
export type { KindMetadata } from "./kinds";
export { type NewMemory, type PreparedMemory, prepareMemories } from "./prepare";
export { redactText } from "./safety/redaction";
export { memoriesByIds } from "./store";
export { applyChecks, type Checks, type Verified } from "./verification";
export { markAddressed, type Stored, storeMemories } from "./writes";
