import type { KeyPreset, Permission } from "@/lib/kernel/permissions";

/** What each permission lets a key do, as the end of "It may". */
export const PERMISSION_WORDS: Record<Permission, string> = {
  "memories:read": "search and read memories",
  "memories:write": "store memories, and correct its own",
  "memories:global": "store memories that reach every repository",
  "memories:decide": "invalidate, replace and restore memories of others",
  "citations:read": "read cited code",
  "citations:check": "check citations",
  "repositories:manage": "connect and remove repositories",
  "connections:manage": "manage the connections to GitHub and git servers",
  "reviews:read": "read reviews, findings and rates",
  "reviews:write": "submit evaluated reviews",
  "skills:read": "read skills",
  "skills:manage": "register and change skills",
  "proposals:read": "read proposals",
  "proposals:decide": "decide what only leads decide",
  "organization:read": "read the settings and who is a member",
  "organization:manage": "change the settings",
  "members:manage": "add and remove members",
  "keys:manage": "create and revoke keys",
  "audit:read": "read the audit",
  "jobs:manage": "see and retry background jobs",
};

export const PRESET_WORDS: Record<KeyPreset, { title: string; purpose: string }> = {
  read: { title: "Read", purpose: "An assistant or a script that looks things up, and stores nothing." },
  work: { title: "Work", purpose: "A coding agent: it is served memories, and learns from its work." },
  review: {
    title: "Review",
    purpose: "A reviewer or CI: it submits evaluated reviews, and stores no memories itself.",
  },
};
