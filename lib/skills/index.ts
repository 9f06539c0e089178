export { askWithinBudget, dayOf } from "./budget";
export { sumModelUses } from "./store";
