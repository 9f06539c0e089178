export * from "./fields";
export * from "./logs/contract";
export * from "./remember/contract";
export * from "./synthesis/contract";
