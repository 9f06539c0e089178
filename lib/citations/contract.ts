export * from "./causes/contract";
export * from "./checks/contract";
export * from "./citations/contract";
export * from "./drift/contract";
export * from "./fields";
export * from "./files/contract";
export * from "./probes/contract";
export * from "./repositories/contract";
