export * from "./feed/contract";
export * from "./fields";
export * from "./kinds";
export * from "./preferences/contract";
export * from "./webhooks/contract";
