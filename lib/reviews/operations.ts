import { reviewEvaluate, reviewGet, reviewList } from "./evaluations/operations";
import {
  findingChangeList,
  findingChangeUndo,
  findingGet,
  findingList,
  findingRecategorise,
  findingUpdate,
} from "./findings/operations";
import { importOperations } from "./imports/operations";
import { ruleBreakdown, ruleList, ruleSeries, ruleUnclassified } from "./rules/operations";

export const operations = [
  reviewEvaluate,
  reviewList,
  reviewGet,
  findingList,
  findingGet,
  findingUpdate,
  findingRecategorise,
  findingChangeList,
  findingChangeUndo,
  ruleList,
  ruleSeries,
  ruleBreakdown,
  ruleUnclassified,
  ...importOperations,
];
