export { anchorAtCreation } from "./anchoring/anchor";
export { type Cited, type Followed, followCitations } from "./anchoring/relocate";
export { REPOSITORY_NAMED } from "./anchoring/signals";
export { blobsAt } from "./anchoring/source-cache";
export { decodeSource, type LineTable } from "./anchoring/text";
export {
  beginningOf,
  type CheckResult,
  type Checks,
  checkCitations,
  checkCitationsOf,
  holds,
} from "./checks/check";
export type { FoundText } from "./checks/found-texts";
export { clearTextsOfChecks, foundTextsOfChecks } from "./checks/queries";
export { recordChecks } from "./checks/record";
export type { OpenRun } from "./checks/run-queries";
export {
  advanceRun,
  claimRun,
  endRun,
  openRun,
  type RunRequest,
  SILENT_MS,
  yieldRun,
} from "./checks/runs";
export { findUnchanged } from "./checks/unchanged";
export { type VerifiedPlace, verifyPlaces } from "./checks/verify-places";
export { insertCitations, type PreparedCitation, prepareCitations, withoutText } from "./citations/prepare";
export {
  citationStatusCounts,
  citationsAtPath,
  citationsOfMemories,
  memoryIdsByPath,
  noCitations,
} from "./citations/queries";
export { prepareRecitals, type Recital, recite, unrecite } from "./citations/recite";
export { recitedSchema } from "./citations/recite-queries";
export { toFacts, toStatus } from "./citations/rows";
export type { CitationCounts, CitationStatus, Repository, RepositoryCheckRun } from "./contract";
export { commitOnBranch } from "./git/commit";
export { openLocal } from "./git/git";
export { citeMentions, type InferredCitation } from "./mentions/cite-mentions";
export { type Before, examine, type FileFinding, fileFindingSchema } from "./probes/examine";
export { Matcher } from "./probes/matcher";
export { readProbe } from "./probes/rule";
export { openMatcher, type ProbeResult, recheckProbe, tryProbe } from "./probes/trial";
export { verdictOf } from "./probes/verdict";
export { refreshRepository } from "./repositories/fetch";
export { filesUrl } from "./repositories/files-url";
export {
  findRepositoryById,
  findRepositoryByLocation,
  findRepositoryByName,
  markRepositoryChecked,
} from "./repositories/queries";
export { type RepositorySource, SourceError } from "./repositories/source";
export {
  githubOf,
  openRepositorySource,
  type RegisteredRepository,
  workingCopyOf,
} from "./repositories/sources";
export { assertRepositoryNamed } from "./subjects";
export { differsInDocumentation, isReallyEdited } from "./supports/edited";
export { type CitedLines, type FoundSupport, findSupports } from "./supports/find-supports";
export { followSupports } from "./supports/follow-supports";
export { type PreparedSupport, prepareSupports } from "./supports/prepare-supports";
export { clearTextsOfSupports, foundTextsOfSupports, insertSupports } from "./supports/queries";
export { type CitedCode, followAndJudge, type Judged } from "./syntax/facts";
export { generalise } from "./syntax/generalise";
export { languageOf } from "./syntax/languages";
export { type ParsedFile, parseFile, syntaxOfLines } from "./syntax/parsed-file";
export { TreeReader } from "./syntax/tree-reader";
