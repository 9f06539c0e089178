export * from "./comments/contract";
export * from "./fields";
export * from "./items/contract";
export * from "./kinds";
export * from "./overview/contract";
export * from "./waiting/contract";
