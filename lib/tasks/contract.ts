export * from "./ci-results/contract";
export * from "./failures/contract";
export * from "./failures/failure-schema";
export * from "./fields";
export * from "./metrics/contract";
export * from "./patterns/contract";
export * from "./places/contract";
export * from "./tasks/contract";
