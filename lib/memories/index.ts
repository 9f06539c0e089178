export { type NewMemory, type PreparedMemory, prepareMemories } from "./prepare";
export { memoriesByIds } from "./store";
export { markAddressed, storeMemories } from "./writes";
