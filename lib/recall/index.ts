export { categoryOf, categoryOfStatement, GENERAL } from "./category";
export { buildContext, type Recalled } from "./context";
export { keepDelivered, MAIN_WINDOW } from "./delivered";
export { settled } from "./later";
export { keepRefusal } from "./refused";
export { conventionsAtStart, type StartPack } from "./start";
export { listRecalls, packsOfSession, recallsOfSession } from "./store";
