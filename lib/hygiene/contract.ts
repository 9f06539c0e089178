export * from "./conflicts/contract";
export * from "./consolidation/contract";
export * from "./queues/contract";
