export { agentTypeOf } from "./agents";
export { buildContext, type Recalled } from "./context";
export { settled } from "./later";
export { conventionsAtStart } from "./start";
export { listRecalls, packsOfSession, recallsOfSession } from "./store";
