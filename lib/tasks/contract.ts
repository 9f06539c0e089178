export * from "./failures/contract";
export * from "./failures/failure-schema";
export * from "./fields";
export * from "./patterns/contract";
export * from "./tasks/contract";
