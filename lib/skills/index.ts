export { dayOf, generateWithinBudget } from "./budget";
export { causesOf, causeText } from "./drafting/causes";
export { sumModelUses } from "./drafting/model-use-queries";
