export { actorOfKey, actorOfPerson, jobActor } from "./actors";
export {
  isAllowed,
  MAIN_AGENT_TYPE,
  type ResolvedAgentType,
  resolveAgentType,
} from "./agent-types";
export { assertMapped, unknownAgents } from "./allowed-agents";
export { recordAudit } from "./audit";
export {
  gitAuthorizationFor,
  githubFor,
  keepRateLimits,
  rateLimitsOf,
  webhookOfConnection,
} from "./connections";
export { noteRefusal, recordRefusal } from "./refusals";
export { settingsOf } from "./settings";
export { createSignInLink, ensureFirstOwner } from "./setup";
export {
  claimGitAuthors,
  findHoldoutSecret,
  findOrganization,
  findRepositorySettings,
  gitAuthorsOf,
  isDelivered,
  isScopeMigrated,
  keepDelivery,
  listAllMembers,
  markScopeMigrated,
  putRepositorySettings,
  refusalsOfSession,
  toActorKind,
  updateOrganization,
} from "./store";
export { findFirstOwner, findOrganizationIds, findPersonByEmail, findSilentChecks } from "./unscoped";
