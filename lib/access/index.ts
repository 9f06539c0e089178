export { actorOfKey, actorOfPerson, jobActor } from "./actors";
export { recordAudit } from "./audit";
export {
  gitAuthorizationFor,
  githubFor,
  keepRateLimits,
  rateLimitsOf,
  webhookOfConnection,
} from "./connections";
export { settingsOf } from "./settings";
export { createSignInLink, ensureFirstOwner } from "./setup";
export {
  claimGitAuthors,
  findHoldoutSecret,
  findOrganization,
  findRepositorySettings,
  gitAuthorsOf,
  isDelivered,
  keepDelivery,
  listAllMembers,
  putRepositorySettings,
  toActorKind,
  updateOrganization,
} from "./store";
export { findFirstOwner, findOrganizationIds, findPersonByEmail, findSilentChecks } from "./unscoped";
