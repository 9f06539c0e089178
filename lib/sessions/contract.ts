export * from "./agents/contract";
export * from "./fields";
export * from "./holdout/contract";
export * from "./hooks/contract";
export * from "./learning/contract";
export * from "./learning/extract-contract";
export * from "./sessions/contract";
