export { momentOf } from "./as-of/moment";
export { memoriesThen } from "./as-of/queries";
export { areaOfPath } from "./configuration/areas";
export { readConfiguration } from "./configuration/files";
export { type PreferenceKey, statementOf } from "./configuration/keys";
export { HIGH_QUALITY, LOW_QUALITY } from "./feedback/quality";
export { retagRejections, withdrawRejections } from "./feedback/rejection-sync";
export { countUsesSoon, usesCounted } from "./feedback/usage-counts";
export { recordUses } from "./feedback/uses";
export type { Step } from "./lifecycle/change";
export { type Corrected, prepareCorrection, storeCorrection } from "./lifecycle/correction";
export {
  decideAgainst,
  endWithSession,
  lockSteps,
  mergeInto,
  type Place,
  promote,
  rescope,
  undoStep,
} from "./lifecycle/merge";
export { deleteMemories } from "./lifecycle/moves";
export { verdictOfCitations } from "./lifecycle/transitions";
export { findAddressedBy } from "./memory/change-queries";
export { briefOf, briefsByIds, memoriesByIds, memoriesWithOpposed } from "./memory/queries";
export { findMemoryKeys } from "./memory/rows";
export { maySeeMemory } from "./policy";
export { planConfigured, storeConfigured } from "./preferences/configured";
export { namesOf } from "./preferences/operations";
export {
  type LearnedPreference,
  prepareLearned,
  storePreferences,
  writeLearned,
} from "./preferences/preferences";
export { findStoredProbe } from "./probes/queries";
export { recordSearch } from "./probes/record";
export { sweepProbes } from "./probes/sweep";
export { findMemoryFor } from "./read/find-visible";
export { forgetLearned, modelsFor, type QuestionModels } from "./relevance/learned";
export { learnShift, type RelevanceEvidence } from "./relevance/learning";
export {
  isCalibrated,
  modelNames,
  type Relevance,
  type RelevanceModel,
  relevanceModel,
  relevanceModelKey,
  relevanceOf,
  WORDS_ONLY,
} from "./relevance/model";
export {
  citedFileSignal,
  citedLinesSignal,
  type LineRange,
  lineDistance,
  NO_SIGNALS,
  type RelevanceSignals,
  type TextSignals,
  textSignals,
  weightOfFile,
} from "./relevance/signals";
export { findInjections } from "./safety/injection";
export { SAFETY_VERSION } from "./safety/injection-rule-ids";
export { TEXT_RULES } from "./safety/injection-rules";
export { redactNow } from "./safety/redact-now";
export { redactText, redactTexts } from "./safety/redaction";
export { type BlockedMemories, isStale, scanMemories } from "./safety/scan";
export { SECRET_SHAPES } from "./safety/secret-shapes";
export { listedFor, namedRepository, resolveRepository, seenBy } from "./search/filters";
export { adjustments, type Candidate, fuse, sumOf } from "./search/ranking";
export {
  changeOfEmbedder,
  type Found,
  findCandidates,
  type PreparedQuery,
  prepareQuery,
  scoreByWords,
  type WordScore,
} from "./search/search";
export { findStatistics } from "./search/words";
export { reasonOf } from "./shared/loading";
export { reachOf } from "./store/duplicate";
export { mergeFrom } from "./store/embedding";
export { type NormalizedMemory, normalizeMemories } from "./store/normalize";
export { type NewMemory, type PreparedMemory, prepareMemories } from "./store/prepare";
export { mayStoreGlobally } from "./store/scope";
export { storeNormalized } from "./store/store";
export { markAddressed, storeMemories, writeMemories } from "./store/writes";
export { countSuggestions } from "./suggestions/queries";
export { changeText } from "./supports/change-text";
export { listUnjudgedChanges, storeOpinion, type UnjudgedChange } from "./supports/opinion-queries";
export { type ChangedContext, changedContexts } from "./supports/queries";
export { factFileOf } from "./taint/fact-files";
export { commandKey, factsOf, type RepositoryFacts } from "./taint/facts";
export { findTaints } from "./taint/taints";
export { changesOf, isManifest } from "./triggers/changes";
export { changeKeys, globKeys, indexFiles, triggerKeys } from "./triggers/keys";
export { verifyForUse } from "./verification/verify-for-use";
