export { categoryOf, categoryOfStatement, GENERAL } from "./category";
export { buildContext, type Recalled } from "./context";
export { settled } from "./later";
export { keepRefusal } from "./refused";
export { conventionsAtStart } from "./start";
export { listRecalls, packsOfSession, recallsOfSession } from "./store";
