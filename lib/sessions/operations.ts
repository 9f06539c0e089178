import { operations as agentOperations } from "./agents/agents";
import { operations as holdoutOperations } from "./holdout/holdout";
import {
  hookAfterAgent,
  hookBeforeAgent,
  hookClaudeCode,
  hookSessionStart,
  hookStop,
} from "./hooks/operations";
import { learningExtract } from "./learning/extract-operation";
import { modelUseGet, sessionGet, sessionList, sessionReportGet } from "./sessions/operations";

export const operations = [
  modelUseGet,
  learningExtract,
  hookSessionStart,
  hookBeforeAgent,
  hookAfterAgent,
  hookStop,
  hookClaudeCode,
  sessionList,
  sessionGet,
  sessionReportGet,
  ...agentOperations,
  ...holdoutOperations,
];
