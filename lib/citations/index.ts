export { type CheckResult, checkCitations, holds, recordChecks } from "./check";
export type { Citation, CitationStatus, Repository } from "./contract";
export { refreshRepository } from "./fetch";
export { GitError } from "./git";
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
