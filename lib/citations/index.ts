export { type CheckResult, checkCitations, holds, recordChecks } from "./check";
export type { Citation, CitationStatus, Repository } from "./contract";
export { refreshRepository } from "./fetch";
export { insertCitations, type PreparedCitation, prepareCitations, withoutText } from "./prepare";
export { type RepositorySource, SourceError } from "./source";
export { openRepositorySource, type RegisteredRepository, workingCopyOf } from "./sources";
export {
  citationStatusCounts,
  citationsOfMemories,
  findRepositoryById,
  findRepositoryByName,
  markRepositoryChecked,
  memoryIdsByPath,
} from "./store";
