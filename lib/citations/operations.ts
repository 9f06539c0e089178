import { citationCauseGet } from "./causes/operations";
import {
  citationCheckGet,
  citationCheckList,
  citationHistoryList,
  repositoryCheckGet,
  repositoryCheckList,
} from "./checks/operations";
import { citationGet, citationList, memoryReadCitation } from "./citations/operations";
import { driftGet, repositoryCoverageList, repositoryDriftGet, verdictChangeList } from "./drift/operations";
import { repositoryFileGet, repositoryPathList, repositoryTreeList } from "./files/operations";
import { probeTry } from "./probes/operations";
import {
  repositoryAdd,
  repositoryFetch,
  repositoryGet,
  repositoryList,
  repositoryNames,
  repositoryRecordsGet,
  repositoryRemove,
  repositoryRename,
} from "./repositories/operations";

export const operations = [
  repositoryAdd,
  repositoryList,
  repositoryNames,
  repositoryGet,
  repositoryRecordsGet,
  repositoryRemove,
  repositoryFetch,
  citationList,
  citationGet,
  citationCheckList,
  citationCheckGet,
  citationHistoryList,
  citationCauseGet,
  repositoryCoverageList,
  repositoryDriftGet,
  driftGet,
  verdictChangeList,
  memoryReadCitation,
  repositoryRename,
  repositoryCheckGet,
  repositoryCheckList,
  probeTry,
  repositoryTreeList,
  repositoryFileGet,
  repositoryPathList,
];
