import { reviewDelete } from "./evaluations/delete";
import { reviewEvaluate, reviewGet, reviewList } from "./evaluations/operations";
import {
  findingChangeList,
  findingChangeUndo,
  findingGet,
  findingList,
  findingRecategorise,
  findingUpdate,
} from "./findings/operations";
import { findingFolderList } from "./folders/operations";
import { importOperations } from "./imports/operations";
import { preferenceOperations } from "./preferences/operations";
import { ruleBreakdown, ruleList, ruleSeries, ruleUnclassified } from "./rules/operations";

export const operations = [
  reviewEvaluate,
  reviewList,
  reviewGet,
  reviewDelete,
  findingList,
  findingGet,
  findingUpdate,
  findingRecategorise,
  findingChangeList,
  findingChangeUndo,
  findingFolderList,
  ruleList,
  ruleSeries,
  ruleBreakdown,
  ruleUnclassified,
  ...importOperations,
  ...preferenceOperations,
];
