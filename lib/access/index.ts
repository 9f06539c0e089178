export { actorOfKey, actorOfLogin, actorOfPerson, jobActor } from "./actors";
export {
  isAllowed,
  MAIN_AGENT_TYPE,
  type ResolvedAgentType,
  resolveAgentType,
} from "./agents/agent-types";
export { assertMapped, unknownAgents } from "./agents/allowed-agents";
export { kindOfField, RECORDED_TEXTS, SECRET_FIELDS } from "./audit/changes";
export { eraseFromAudit, FORMER_MEMBER } from "./audit/name-queries";
export { isInAudit, toActorKind } from "./audit/queries";
export { refusalsOfSession } from "./audit/refusal-queries";
export { noteRefusal, recordRefusal } from "./audit/refusals";
export { pruneAuditPast } from "./audit/retention";
export { recordWork } from "./audit/work";
export {
  gitAuthorizationFor,
  githubFor,
  keepRateLimits,
  rateLimitsOf,
  webhookOfConnection,
} from "./connections/connections";
export { isDelivered, keepDelivery } from "./connections/webhook-queries";
export { signsInByLinks } from "./logins/providers";
export { endAccessOfPerson } from "./members/end-access";
export {
  claimGitAuthors,
  countOwners,
  deleteMember,
  findMemberOfPerson,
  gitAuthorsOf,
  listAllMembers,
  namesOfOthers,
} from "./members/queries";
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
export { enterByPasskey } from "./passkeys/enter";
export { findRepositorySettings, putRepositorySettings } from "./settings/queries";
export { settingsOf } from "./settings/settings-of";
export {
  deletePersonWithoutMemberships,
  findFirstOwner,
  findOrganizationIds,
  findPersonByEmail,
  findPersonRecord,
  findSilentChecks,
} from "./unscoped";
