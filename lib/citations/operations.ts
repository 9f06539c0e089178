import {
  citationCheckGet,
  citationCheckList,
  citationHistoryList,
  repositoryCheckGet,
  repositoryCheckList,
} from "./checks/operations";
import { citationGet, citationList, memoryReadCitation } from "./citations/operations";
import { repositoryCoverageList, repositoryDriftGet, verdictChangeList } from "./drift/operations";
import { probeTry } from "./probes/operations";
import {
  repositoryAdd,
  repositoryFetch,
  repositoryGet,
  repositoryList,
  repositoryRemove,
  repositoryRename,
} from "./repositories/operations";

export const operations = [
  repositoryAdd,
  repositoryList,
  repositoryGet,
  repositoryRemove,
  repositoryFetch,
  citationList,
  citationGet,
  citationCheckList,
  citationCheckGet,
  citationHistoryList,
  repositoryCoverageList,
  repositoryDriftGet,
  verdictChangeList,
  memoryReadCitation,
  repositoryRename,
  repositoryCheckGet,
  repositoryCheckList,
  probeTry,
];
