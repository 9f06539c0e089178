export * from "./evaluations/contract";
export * from "./fields";
export * from "./findings/contract";
export * from "./findings/finding-schema";
export * from "./folders/contract";
export * from "./imports/contract";
export * from "./preferences/contract";
export * from "./rules/contract";
