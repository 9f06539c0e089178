export * from "./agents/agent-type-schema";
export * from "./agents/contract";
export * from "./audit/contract";
export * from "./connections/contract";
export * from "./fields";
export * from "./members/contract";
export * from "./organizations/contract";
export * from "./settings/settings-schema";
