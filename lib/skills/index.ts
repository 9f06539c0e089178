export { askWithinBudget } from "./budget";
