export * from "./exchange/contract";
export * from "./persons/contract";
export * from "./retention/contract";
export * from "./scopes/contract";
export * from "./status/contract";
export * from "./vectors/contract";
