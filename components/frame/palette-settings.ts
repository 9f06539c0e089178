import type { Settings } from "@/lib/access/contract";
import type { frameSettings } from "@/messages/compiled/frame-settings";
import type { PlainKey, Translate } from "@/messages/message";

type Word = PlainKey<typeof frameSettings>;

export type SettingEntry = {
  name: Word;
  /** What somebody may call it who does not know its name. */
  words: Word;
  path: string;
  /** The label, heading or button on that screen; absent: the screen as a whole. */
  field?: Word;
  /** The settings of the organization that are changed there. */
  settings?: readonly (keyof Settings)[];
};

const ORGANIZATION = "/settings/organization";
const PRIVACY = "/settings/privacy";

/** Every setting that has a place on a screen, and the parts of the settings. */
export const SETTING_ENTRIES: readonly SettingEntry[] = [
  { name: "organization", words: "organization_words", path: ORGANIZATION },
  { name: "members", words: "members_words", path: "/settings/members" },
  { name: "sign_ins", words: "sign_ins_words", path: "/settings/sign-ins" },
  { name: "notifications", words: "notifications_words", path: "/settings/notifications" },
  { name: "keys", words: "keys_words", path: "/settings/keys" },
  { name: "connections", words: "connections_words", path: "/settings/connections" },
  { name: "repositories", words: "repositories_words", path: "/settings/repositories" },
  { name: "jobs", words: "jobs_words", path: "/settings/jobs" },
  { name: "audit", words: "audit_words", path: "/settings/audit" },
  { name: "exchange", words: "exchange_words", path: "/settings/exchange" },
  { name: "privacy", words: "privacy_words", path: PRIVACY },
  { name: "services", words: "services_words", path: "/settings/services" },
  { name: "danger", words: "danger_words", path: "/settings/danger" },
  {
    name: "organization_name",
    words: "organization_name_words",
    path: ORGANIZATION,
    field: "organization_name_field",
  },
  { name: "memory", words: "memory_words", path: ORGANIZATION, field: "memory_field", settings: ["enabled"] },
  {
    name: "allowed_agents",
    words: "allowed_agents_words",
    path: ORGANIZATION,
    field: "allowed_agents_field",
    settings: ["allowed_agents"],
  },
  {
    name: "agent_types",
    words: "agent_types_words",
    path: ORGANIZATION,
    field: "agent_types_field",
    settings: ["agent_types"],
  },
  {
    name: "agent_type_map",
    words: "agent_type_map_words",
    path: ORGANIZATION,
    field: "agent_type_map_field",
    settings: ["agent_type_map"],
  },
  {
    name: "relevance_floor",
    words: "relevance_floor_words",
    path: ORGANIZATION,
    field: "relevance_floor_field",
    settings: ["relevance_floor"],
  },
  {
    name: "max_memories",
    words: "max_memories_words",
    path: ORGANIZATION,
    field: "max_memories_field",
    settings: ["max_context_memories"],
  },
  {
    name: "max_tokens",
    words: "max_tokens_words",
    path: ORGANIZATION,
    field: "max_tokens_field",
    settings: ["token_budget"],
  },
  {
    name: "pack_length",
    words: "pack_length_words",
    path: ORGANIZATION,
    field: "pack_length_field",
    settings: ["context_characters"],
  },
  {
    name: "relevance_learning",
    words: "relevance_learning_words",
    path: ORGANIZATION,
    field: "relevance_learning_field",
    settings: ["relevance_learning"],
  },
  {
    name: "review_scope",
    words: "review_scope_words",
    path: ORGANIZATION,
    field: "review_scope_field",
    settings: ["review_scope"],
  },
  {
    name: "time_zone",
    words: "time_zone_words",
    path: ORGANIZATION,
    field: "time_zone_field",
    settings: ["time_zone"],
  },
  {
    name: "high_rejection_rate",
    words: "high_rejection_rate_words",
    path: ORGANIZATION,
    field: "high_rejection_rate_field",
    settings: ["high_rejection_rate"],
  },
  {
    name: "high_rejection_flagged",
    words: "high_rejection_flagged_words",
    path: ORGANIZATION,
    field: "high_rejection_flagged_field",
    settings: ["high_rejection_flagged"],
  },
  {
    name: "daily_tokens",
    words: "daily_tokens_words",
    path: ORGANIZATION,
    field: "daily_tokens_field",
    settings: ["language_model_daily_tokens"],
  },
  {
    name: "extraction_tokens",
    words: "extraction_tokens_words",
    path: ORGANIZATION,
    field: "extraction_tokens_field",
    settings: ["extraction_daily_tokens"],
  },
  {
    name: "holdout",
    words: "holdout_words",
    path: ORGANIZATION,
    field: "holdout_field",
    settings: ["holdout_share"],
  },
  {
    name: "nightly",
    words: "nightly_words",
    path: ORGANIZATION,
    field: "nightly_field",
    settings: ["nightly_consolidation"],
  },
  {
    name: "consolidate_at_stop",
    words: "consolidate_at_stop_words",
    path: ORGANIZATION,
    field: "consolidate_at_stop_field",
    settings: ["auto_consolidate"],
  },
  {
    name: "recalls_kept",
    words: "recalls_kept_words",
    path: PRIVACY,
    field: "recalls_kept_field",
    settings: ["recall_retention_days"],
  },
  {
    name: "sessions_kept",
    words: "sessions_kept_words",
    path: PRIVACY,
    field: "sessions_kept_field",
    settings: ["session_retention_days"],
  },
  {
    name: "deleted_kept",
    words: "deleted_kept_words",
    path: PRIVACY,
    field: "deleted_kept_field",
    settings: ["deleted_retention_days"],
  },
  {
    name: "conversations_kept",
    words: "conversations_kept_words",
    path: PRIVACY,
    field: "conversations_kept_field",
    settings: ["conversation_retention_days"],
  },
  {
    name: "audit_kept",
    words: "audit_kept_words",
    path: PRIVACY,
    field: "audit_kept_field",
    settings: ["audit_retention_days"],
  },
  { name: "passkeys", words: "passkeys_words", path: "/settings/sign-ins", field: "passkeys_field" },
];

/** The address of a setting: its screen, and the field that gets the focus there, by its name in the reader's language. */
export function settingHref(
  { path, field }: Pick<SettingEntry, "path" | "field">,
  t: Translate<typeof frameSettings>,
): string {
  if (field === undefined) return path;
  return `${path}?${new URLSearchParams({ field: t(field) })}`;
}
