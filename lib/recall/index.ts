export { agentTypeOf } from "./agents";
export { categoryOf } from "./category";
export { buildContext, type ContextOptions, type Recalled, type Surroundings } from "./context";
export { packsOfSession, recallsOfSession } from "./store";
