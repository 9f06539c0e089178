export { dayOf, generateWithinBudget } from "./budget";
export { causeVectors } from "./drafting/cause-vectors";
export { causesOf } from "./drafting/causes";
export { sumModelUses } from "./drafting/model-use-queries";
export { findPredictions } from "./proposals/queries";
export { matcherOfLine } from "./trial/matcher";
