export { actorColumns, readActor, readActorOrNull, toActorKind } from "./actor-columns";
export { actorOfKey, actorOfLogin, actorOfMember, actorOfPerson, jobActor } from "./actors";
export {
  isAllowed,
  MAIN_AGENT_TYPE,
  type ResolvedAgentType,
  resolveAgentType,
} from "./agents/agent-types";
export { assertMapped, unknownAgents } from "./agents/allowed-agents";
export { kindOfField, RECORDED_TEXTS, SECRET_FIELDS } from "./audit/changes";
export { findEntriesAfter, type LiveEntry } from "./audit/live-queries";
export { eraseFromAudit, FORMER_MEMBER } from "./audit/name-queries";
export { countInAudit, isInAudit, isInAuditAt } from "./audit/queries";
export { recordRead } from "./audit/reads";
export { refusalsOfSession } from "./audit/refusal-queries";
export { noteRefusal, recordRefusal } from "./audit/refusals";
export { pruneAuditPast } from "./audit/retention";
export { recordWork } from "./audit/work";
export {
  gitAuthorizationFor,
  githubFor,
  rateLimitsOf,
  storeRateLimits,
  webhookOfConnection,
} from "./connections/connections";
export { isDelivered, recordDelivery } from "./connections/webhook-queries";
export { assertSignInSettings, signsInByLinks } from "./logins/providers";
export { endAccessOfPerson } from "./members/end-access";
export { mailToken, readMailToken } from "./members/mail-token";
export {
  claimGitAuthors,
  countOwners,
  deleteMember,
  findMemberOfPerson,
  gitAuthorsOf,
  insertMember,
  listAllMembers,
  namesOfOthers,
} from "./members/queries";
export {
  deleteExample,
  findExamples,
  insertExample,
  putExampleProgress,
} from "./organizations/example-queries";
export {
  findHoldoutSecret,
  findOrganization,
  isScopeMigrated,
  markScopeMigrated,
  updateOrganization,
} from "./organizations/queries";
export {
  createOrganization,
  createSignInLink,
  ensureFirstOwner,
  organizationOfLink,
} from "./organizations/setup";
export { beginAuthentication } from "./passkeys/ceremony";
export { signInByPasskey } from "./passkeys/sign-in-by-passkey";
export {
  deletePersonOfNobody,
  findLastSeen,
  findPersonRecord,
  findWaysIn,
} from "./persons/queries";
export { findRepositorySettings, putRepositorySettings } from "./settings/queries";
export { settingsOf } from "./settings/settings-of";
export {
  findFirstOwner,
  findOrganizationIds,
  findOrganizationsWithUses,
  findPersonByEmail,
  findSilentChecks,
} from "./unscoped";
