import type { KeyPreset, Permission } from "@/lib/kernel/permissions";
import type { agentKeysCreate } from "@/messages/compiled/agent-keys-create";
import type { PlainKey } from "@/messages/message";

type Words = PlainKey<typeof agentKeysCreate>;

/** What each permission lets a key do, as the end of "It may". */
export const PERMISSION_WORDS: Record<Permission, Words> = {
  "memories:read": "memories_read",
  "memories:write": "memories_write",
  "memories:global": "memories_global",
  "memories:decide": "memories_decide",
  "citations:read": "citations_read",
  "citations:check": "citations_check",
  "repositories:manage": "repositories_manage",
  "connections:manage": "connections_manage",
  "reviews:read": "reviews_read",
  "reviews:write": "reviews_write",
  "skills:read": "skills_read",
  "skills:manage": "skills_manage",
  "proposals:read": "proposals_read",
  "proposals:decide": "proposals_decide",
  "organization:read": "organization_read",
  "organization:manage": "organization_manage",
  "members:manage": "members_manage",
  "keys:manage": "keys_manage",
  "audit:read": "audit_read",
  "jobs:manage": "jobs_manage",
};

export const PRESET_WORDS: Record<KeyPreset, { title: Words; purpose: Words }> = {
  read: { title: "preset_read", purpose: "preset_read_purpose" },
  work: { title: "preset_work", purpose: "preset_work_purpose" },
  review: { title: "preset_review", purpose: "preset_review_purpose" },
};
