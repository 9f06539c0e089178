export { readFailedAnswer, storeFailedAnswer } from "./failures/from-answer";
export type { ReadFailure } from "./failures/record";
export { readError } from "./failures/signature";
export { solvedBefore } from "./failures/solved-before";
export { readSessionTasks, recordSessionTasks, type SessionTask } from "./tasks/from-session";
export { readSessionRun, recordSessionRun } from "./test-runs/record";
