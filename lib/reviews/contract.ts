export * from "./evaluations/contract";
export * from "./fields";
export * from "./findings/contract";
export * from "./findings/finding-schema";
export * from "./imports/contract";
export * from "./rules/contract";
