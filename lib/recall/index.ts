export { agentTypeOf } from "./agents";
export { buildContext, type Recalled } from "./context";
export { conventionsAtStart } from "./start";
export { listRecalls, packsOfSession, recallsOfSession } from "./store";
