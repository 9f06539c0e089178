export { resolveRepository, seenBy } from "./filters";
export { verdictOf } from "./lifecycle";
export { type NewMemory, type PreparedMemory, prepareMemories } from "./prepare";
export { adjustments } from "./ranking";
export { findInjection } from "./safety/injection";
export { type Found, findCandidates, type PreparedQuery, prepareQuery, scoreOf } from "./search";
export { memoriesByIds } from "./store";
export { markAddressed, storeMemories } from "./writes";
