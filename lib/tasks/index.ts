export { readError } from "./failures/signature";
