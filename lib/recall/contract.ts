export * from "./expectations/contract";
export * from "./fields";
export * from "./learned-floor/contract";
export * from "./ledger/contract";
export * from "./pack/contract";
export * from "./settings/contract";
export * from "./settings-preview/contract";
