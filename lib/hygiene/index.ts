export { mayBeSame } from "./claims";
export { consolidateSession } from "./consolidate";
export { type Consolidated, sumConsolidations } from "./store";
