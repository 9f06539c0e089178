export { type Consolidated, sumConsolidations } from "./conflicts/queries";
export { mayBeSame } from "./conflicts/same-claims";
export { consolidateSession } from "./consolidation/consolidate";
