export { readError } from "./failures/signature";
export { solvedBefore } from "./failures/solved-before";
