export { LOW_CONFIDENCE } from "./anchor";
export { type CheckRequest, type CheckResult, checkCitations, holds, recordChecks } from "./check";
export type { Citation, CitationCounts, CitationInput, CitationStatus, Repository } from "./contract";
export { refreshRepository } from "./fetch";
export { GitError, type GitSource } from "./git";
export { insertCitations, type PreparedCitation, prepareCitations, withoutText } from "./prepare";
export { openRepositorySource, workingCopyOf } from "./sources";
export {
  citationStatusCounts,
  citationsOfMemories,
  findRepositoryById,
  findRepositoryByName,
  markRepositoryChecked,
  memoryIdsByPath,
} from "./store";
