export { dayOf, generateWithinBudget } from "./budget";
export { sumModelUses } from "./drafting/model-use-queries";
