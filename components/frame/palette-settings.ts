import type { Settings } from "@/lib/access/contract";

export type SettingEntry = {
  name: string;
  /** What somebody may call it who does not know its name. */
  words: string;
  path: string;
  /** The label, heading or button on that screen; absent: the screen as a whole. */
  field?: string;
  /** The settings of the organization that are changed there. */
  settings?: readonly (keyof Settings)[];
};

const ORGANIZATION = "/settings/organization";
const PRIVACY = "/settings/privacy";

/** Every setting that has a place on a screen, and the parts of the settings. */
export const SETTING_ENTRIES: readonly SettingEntry[] = [
  { name: "Organization", words: "settings general", path: ORGANIZATION },
  { name: "Members", words: "settings people roles invite", path: "/settings/members" },
  { name: "Sign-ins", words: "settings login logins devices", path: "/settings/sign-ins" },
  { name: "Notifications", words: "settings e-mail email", path: "/settings/notifications" },
  { name: "Agent keys", words: "settings api token secret", path: "/settings/keys" },
  { name: "Connections", words: "settings github token webhook", path: "/settings/connections" },
  { name: "Repositories", words: "settings code git", path: "/settings/repositories" },
  { name: "Jobs", words: "settings background queue retry", path: "/settings/jobs" },
  { name: "Audit", words: "settings log who changed", path: "/settings/audit" },
  { name: "Export and import", words: "settings backup mem0", path: "/settings/exchange" },
  { name: "Privacy", words: "settings retention personal data", path: PRIVACY },
  { name: "Services", words: "settings test models mail smtp embedder", path: "/settings/services" },
  { name: "Danger zone", words: "settings erase person remove repository leave", path: "/settings/danger" },
  { name: "Name of the organization", words: "rename", path: ORGANIZATION, field: "Name" },
  {
    name: "Memory on or off",
    words: "enabled switch",
    path: ORGANIZATION,
    field: "Memory",
    settings: ["enabled"],
  },
  {
    name: "Allowed agents",
    words: "allowed",
    path: ORGANIZATION,
    field: "Allowed agents",
    settings: ["allowed_agents"],
  },
  {
    name: "Custom agent types",
    words: "custom",
    path: ORGANIZATION,
    field: "Custom agent types",
    settings: ["agent_types"],
  },
  {
    name: "Map agent names to types",
    words: "map pattern",
    path: ORGANIZATION,
    field: "Names and their types",
    settings: ["agent_type_map"],
  },
  {
    name: "Relevance floor",
    words: "threshold packs probability",
    path: ORGANIZATION,
    field: "Relevance floor",
    settings: ["relevance_floor"],
  },
  {
    name: "Maximum memories in a pack",
    words: "max_context_memories limit",
    path: ORGANIZATION,
    field: "Maximum memories",
    settings: ["max_context_memories"],
  },
  {
    name: "Maximum tokens of a pack",
    words: "token_budget limit",
    path: ORGANIZATION,
    field: "Maximum tokens",
    settings: ["token_budget"],
  },
  {
    name: "Length of a pack",
    words: "context_characters length",
    path: ORGANIZATION,
    field: "Target length in characters",
    settings: ["context_characters"],
  },
  {
    name: "Learning from outcomes",
    words: "relevance learned floor",
    path: ORGANIZATION,
    field: "Learning from outcomes",
    settings: ["relevance_learning"],
  },
  {
    name: "Scope of memories made from reviews",
    words: "review_scope repository organization",
    path: ORGANIZATION,
    field: "Scope of memories made from reviews",
    settings: ["review_scope"],
  },
  {
    name: "Time zone of conversations",
    words: "time_zone day",
    path: ORGANIZATION,
    field: "Time zone",
    settings: ["time_zone"],
  },
  {
    name: "High-rejection rules: rejection rate",
    words: "threshold high_rejection_rate",
    path: ORGANIZATION,
    field: "Rejection rate from (%)",
    settings: ["high_rejection_rate"],
  },
  {
    name: "High-rejection rules: flagged findings",
    words: "threshold sample high_rejection_flagged",
    path: ORGANIZATION,
    field: "Flagged findings from",
    settings: ["high_rejection_flagged"],
  },
  {
    name: "Language model: tokens per day",
    words: "budget llm language_model_daily_tokens",
    path: ORGANIZATION,
    field: "Tokens per day",
    settings: ["language_model_daily_tokens"],
  },
  {
    name: "Language model: tokens for agents' answers",
    words: "budget llm extraction_daily_tokens",
    path: ORGANIZATION,
    field: "Tokens per day for agents' answers",
    settings: ["extraction_daily_tokens"],
  },
  {
    name: "Sessions that are held out",
    words: "holdout share experiment does memory help",
    path: ORGANIZATION,
    field: "Sessions held out (%)",
    settings: ["holdout_share"],
  },
  {
    name: "Consolidation every night",
    words: "nightly merge duplicates",
    path: ORGANIZATION,
    field: "Consolidate every night",
    settings: ["nightly_consolidation"],
  },
  {
    name: "Consolidation when a session stops",
    words: "auto_consolidate merge duplicates",
    path: ORGANIZATION,
    field: "Consolidate when a session stops",
    settings: ["auto_consolidate"],
  },
  {
    name: "How long recalls are kept",
    words: "retention days ledger",
    path: PRIVACY,
    field: "Recalls (days)",
    settings: ["recall_retention_days"],
  },
  {
    name: "How long sessions are kept",
    words: "retention days",
    path: PRIVACY,
    field: "Sessions (days)",
    settings: ["session_retention_days"],
  },
  {
    name: "How long deleted memories are kept",
    words: "retention days restore trash",
    path: PRIVACY,
    field: "Deleted memories (days)",
    settings: ["deleted_retention_days"],
  },
  {
    name: "How long conversations are kept",
    words: "retention days logs",
    path: PRIVACY,
    field: "Conversations (days)",
    settings: ["conversation_retention_days"],
  },
  {
    name: "How long the audit is kept",
    words: "retention days",
    path: PRIVACY,
    field: "Audit (days)",
    settings: ["audit_retention_days"],
  },
  { name: "Passkeys", words: "sign in fingerprint", path: "/settings/sign-ins", field: "Your passkeys" },
];

/** The address of a setting: its screen, and the field that gets the focus there. */
export function settingHref({ path, field }: Pick<SettingEntry, "path" | "field">): string {
  if (field === undefined) return path;
  return `${path}?${new URLSearchParams({ field })}`;
}
