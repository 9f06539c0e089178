export { readFailedAnswer, storeFailedAnswer } from "./failures/from-answer";
export type { ReadFailure } from "./failures/record";
export { readError } from "./failures/signature";
export { solvedBefore } from "./failures/solved-before";
