import {
  expectationCreate,
  expectationDelete,
  expectationList,
  expectationReplay,
  recallPreview,
} from "./expectations/operations";
import { relevanceOperations } from "./learned-floor/operations";
import { memoryRecallList, recallGet, recallList, recallRate, recallStats } from "./ledger/operations";
import { contextGet } from "./pack/operations";
import { repositorySettingsGet, repositorySettingsUpdate } from "./settings/operations";
import { settingsPreview } from "./settings-preview/operations";

export const operations = [
  contextGet,
  recallList,
  recallGet,
  recallRate,
  memoryRecallList,
  recallStats,
  ...relevanceOperations,
  recallPreview,
  expectationCreate,
  expectationList,
  expectationReplay,
  expectationDelete,
  repositorySettingsGet,
  repositorySettingsUpdate,
  settingsPreview,
];
