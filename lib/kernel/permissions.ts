/** What a key or a role may do. One table answers "who can": see ROLE_PERMISSIONS. */
export const PERMISSIONS = [
  "memories:read",
  "memories:write",
  "memories:global",
  "memories:decide",
  "citations:read",
  "citations:check",
  "repositories:manage",
  "connections:manage",
  "reviews:read",
  "reviews:write",
  "skills:read",
  "skills:manage",
  "proposals:read",
  "proposals:decide",
  "organization:read",
  "organization:manage",
  "members:manage",
  "keys:manage",
  "audit:read",
  "jobs:manage",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Each role may do everything the one after it may: `owner` > `lead` > `developer`. */
export const ROLES = ["owner", "lead", "developer"] as const;
export type Role = (typeof ROLES)[number];

/** What every agent may do unless its key says otherwise: work with memories and reviews, read the rest. */
const agent = [
  "memories:read",
  "memories:write",
  "citations:read",
  "citations:check",
  "reviews:read",
  "reviews:write",
  "skills:read",
  "proposals:read",
  "organization:read",
] as const satisfies readonly Permission[];

/**
 * A person's word reaches the whole organization where they say so, and takes memories of others out of service or brings
 * them back; an agent's needs the right to either.
 */
const developer = [...agent, "memories:global", "memories:decide"] as const satisfies readonly Permission[];

const lead = [
  ...developer,
  "repositories:manage",
  "connections:manage",
  "skills:manage",
  "proposals:decide",
  "keys:manage",
  "audit:read",
  "jobs:manage",
] as const satisfies readonly Permission[];

export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  owner: PERMISSIONS,
  lead,
  developer,
};

/** What an agent key gets when its creator names nothing. */
export const DEFAULT_AGENT_PERMISSIONS = agent;

const reader = [
  "memories:read",
  "citations:read",
  "reviews:read",
  "skills:read",
  "proposals:read",
  "organization:read",
] as const satisfies readonly Permission[];

/** What keys are made for, each with the permissions that this takes. */
export const KEY_PRESETS = {
  read: reader,
  work: agent,
  review: [...reader, "citations:check", "reviews:write"],
} as const satisfies Record<string, readonly Permission[]>;

export type KeyPreset = keyof typeof KEY_PRESETS;
