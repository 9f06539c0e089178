import { ciResultsStore } from "./ci-results/operations";
import {
  failureGet,
  failureList,
  failureRecord,
  failureReopen,
  failureSearch,
  failureSolve,
} from "./failures/operations";
import { taskMetricsGet } from "./metrics/operations";
import { patternGet, patternList, patternSearch, patternStore, patternUpdate } from "./patterns/operations";
import { failurePlaceList } from "./places/operations";
import { taskGet, taskList, taskRecord } from "./tasks/operations";

export const operations = [
  taskRecord,
  taskList,
  taskGet,
  failureRecord,
  failureSearch,
  failureList,
  failureGet,
  failureSolve,
  failureReopen,
  failurePlaceList,
  patternStore,
  patternSearch,
  patternList,
  patternGet,
  patternUpdate,
  ciResultsStore,
  taskMetricsGet,
];
