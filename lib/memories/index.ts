export { mergeFrom } from "./embedding";
export { resolveRepository, seenBy } from "./filters";
export { retagRejections, withdrawRejections } from "./follow";
export { type Taken, takeIn } from "./intake";
export { verdictOf } from "./lifecycle";
export { maySeeMemory } from "./policy";
export { keepPreferences, type LearnedPreference } from "./preferences";
export { type NewMemory, type PreparedMemory, prepareMemories } from "./prepare";
export { HIGH_QUALITY, LOW_QUALITY } from "./quality";
export { adjustments, type Candidate, fuse, sumOf } from "./ranking";
export { findMemoryFor } from "./reading";
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
export { citedFileSignal, NO_SIGNALS, type RelevanceSignals, textSignals } from "./relevance/signals";
export {
  decideAgainst,
  endWithSession,
  mergeInto,
  type Place,
  promote,
  rescope,
  type Step,
  undoStep,
} from "./retire";
export { findInjections } from "./safety/injection";
export { SAFETY_VERSION } from "./safety/injection-rules";
export { isStale, lookOver, type Withheld } from "./safety/look-over";
export { redactText, redactTexts } from "./safety/redaction";
export {
  changeOfEmbedder,
  type Found,
  findCandidates,
  type PreparedQuery,
  prepareQuery,
  scoreByWords,
  type WordScore,
} from "./search";
export { verifyForUse } from "./standing";
export { briefsByIds, memoriesByIds } from "./store";
export { storeTaken } from "./storing";
export { changesOf, isManifest } from "./triggers/changes";
export { changeKeys, globKeys, indexFiles, triggerKeys } from "./triggers/keys";
export { recordUses } from "./use";
export { findStatistics } from "./words";
export { markAddressed, storeMemories, writeMemories } from "./writes";
