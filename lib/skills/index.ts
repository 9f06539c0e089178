export { dayOf, generateWithinBudget } from "./budget";
export { sumModelUses } from "./store";
