import { conflictGet, conflictList, conflictResolve, conflictUndo } from "./conflicts/operations";
import { memoryConsolidate } from "./consolidation/operations";
import {
  duplicateDismiss,
  duplicateList,
  duplicateMerge,
  hygieneGet,
  hygieneMemoryList,
  hygieneUndo,
} from "./queues/operations";

export const operations = [
  conflictList,
  conflictGet,
  conflictResolve,
  conflictUndo,
  hygieneGet,
  hygieneMemoryList,
  duplicateList,
  duplicateMerge,
  duplicateDismiss,
  hygieneUndo,
  memoryConsolidate,
];
