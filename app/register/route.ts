export { POST } from "../.well-known/[...path]/route";
