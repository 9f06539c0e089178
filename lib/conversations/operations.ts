import { logOperations } from "./logs/operations";
import { rememberOperations } from "./remember/operations";
import { synthesisOperations } from "./synthesis/operations";

export const operations = [...logOperations, ...rememberOperations, ...synthesisOperations];
