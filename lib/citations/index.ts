export { anchorAtCreation } from "./anchor";
export { type CheckResult, checkCitations, checkCitationsOf, holds } from "./check";
export { commitOnBranch } from "./commit";
export type { CitationStatus, Repository, RepositoryCheckRun } from "./contract";
export { refreshRepository } from "./fetch";
export { blobsAt, type Cited, type Followed, followCitations } from "./follow";
export { openLocal } from "./git";
export { insertCitations, type PreparedCitation, prepareCitations, withoutText } from "./prepare";
export { recordChecks } from "./record";
export {
  advanceRun,
  claimRun,
  endRun,
  openRun,
  type RunRequest,
  SILENT_MS,
  yieldRun,
} from "./runs";
export { REPOSITORY_NAMED } from "./signals";
export { type RepositorySource, SourceError } from "./source";
export { githubOf, openRepositorySource, type RegisteredRepository, workingCopyOf } from "./sources";
export {
  citationStatusCounts,
  citationsOfMemories,
  findRepositoryById,
  findRepositoryByLocation,
  findRepositoryByName,
  markRepositoryChecked,
  memoryIdsByPath,
  noCitations,
  type OpenRun,
} from "./store";
export { decodeSource, type LineTable } from "./text";
