export { actorOfKey, actorOfPerson, jobActor } from "./actors";
export { recordAudit } from "./audit";
export type { Settings } from "./contract";
export { settingsOf } from "./settings";
export { toActorKind } from "./store";
