export { agentTypeOf } from "./agents";
export { buildContext, type Recalled } from "./context";
export { packsOfSession, recallsOfSession } from "./store";
