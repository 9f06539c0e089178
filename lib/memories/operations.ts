import { memoryDecideMany, memoryMarkAddressed } from "./feedback/decide-many";
import { memoryFeedback, memoryLogApplied, memoryRate } from "./feedback/operations";
import { fileMemoryList } from "./files/operations";
import { packOperations } from "./framework-packs/operations";
import {
  memoryDelete,
  memoryExpire,
  memoryRelease,
  memoryRestore,
  memoryUndo,
} from "./lifecycle/end-operations";
import { globalOperations } from "./lifecycle/global-operations";
import { memoryInvalidate, memoryRefresh } from "./lifecycle/operations";
import { memoryFollow, memoryRecite } from "./lifecycle/recite";
import { memorySupersede, memoryUpdate } from "./lifecycle/update";
import { citationRemove } from "./mentions/operations";
import { preferenceOperations } from "./preferences/operations";
import { probeOperations } from "./probes/operations";
import { quarantineOperations } from "./quarantine/operations";
import { memoryEventList, memoryFacets, memoryGet, memoryList } from "./read/operations";
import { memoryEntityList, memoryQuery } from "./read/query";
import { memoryStats } from "./read/stats";
import { memoryGetRecent, memorySearch, memorySearchByPath } from "./search/operations";
import { memoryStore, memoryStoreMany } from "./store/operations";
import { suggestionOperations } from "./suggestions/operations";
import { supportOperations } from "./supports/operations";
import {
  citationVerify,
  memoryVerifyCitations,
  repositoryCheck,
  repositoryPush,
} from "./verification/operations";
import {
  heldVerdictList,
  suspiciousHeadDecide,
  suspiciousHeadList,
} from "./verification/suspicious-head-operations";

export const operations = [
  memoryStore,
  memoryStoreMany,
  memoryList,
  memoryQuery,
  memoryEntityList,
  memoryFacets,
  memoryGet,
  memoryEventList,
  memorySearch,
  memoryGetRecent,
  memorySearchByPath,
  memoryStats,
  memoryUpdate,
  memoryInvalidate,
  memorySupersede,
  memoryRefresh,
  memoryRecite,
  memoryFollow,
  memoryDelete,
  memoryRestore,
  memoryRelease,
  memoryUndo,
  memoryExpire,
  memoryMarkAddressed,
  memoryDecideMany,
  memoryLogApplied,
  memoryFeedback,
  memoryRate,
  memoryVerifyCitations,
  citationVerify,
  repositoryCheck,
  repositoryPush,
  suspiciousHeadList,
  heldVerdictList,
  suspiciousHeadDecide,
  citationRemove,
  fileMemoryList,
  ...globalOperations,
  ...quarantineOperations,
  ...probeOperations,
  ...suggestionOperations,
  ...supportOperations,
  ...packOperations,
  ...preferenceOperations,
];
