import { withScoreColumns } from "@/lib/recall";

/** A table that an export carries. */
export type Carried = {
  table: string;
  /** Columns by which an import knows a record that is there under another id. */
  natural?: readonly string[];
  /** Columns that name a record of the same table, which may stand further down in the file. */
  later?: readonly string[];
  /** Columns that never leave the server. */
  secret?: readonly string[];
  /** Columns that hold of this server alone and begin again elsewhere. */
  local?: readonly string[];
  /** What an import writes into those of them that must not be empty. */
  filled?: Readonly<Record<string, unknown>>;
  /** Brings a row of an older export into the columns of today. */
  upgrade?: (row: Record<string, unknown>) => Record<string, unknown>;
  /** Memories of this kind of source, which stand before it, name its rows as where they came from. */
  source_kind?: string;
  /** Its id is one of a kind on the whole server, not only in its organization. */
  global?: true;
  /** Says what people accepted: of a file that a key imports nobody here does. */
  accepts?: true;
};

/**
 * In the order of an export: what a record refers to stands before it. Every tenant table is here or in `LEFT_OUT`; a test
 * holds both against the database, so that a new table is decided about.
 */
export const CARRIED: readonly Carried[] = [
  {
    table: "connection",
    natural: ["label"],
    secret: ["sealed_credential", "sealed_webhook"],
    // Cannot be opened: the connection says so until it is given new credentials.
    filled: { sealed_credential: "" },
    global: true,
  },
  { table: "agent", natural: ["name"] },
  { table: "repository", natural: ["name"], local: ["checked_rules"] },
  { table: "repository_settings" },
  { table: "blob_lines" },
  // Every text is scanned by the rules of where it is imported before it is served, and nobody's word there.
  {
    table: "memory",
    later: ["superseded_by"],
    local: ["safety_version", "supports_read_at", "imported"],
    filled: { imported: true },
  },
  { table: "memory_allowance", accepts: true },
  { table: "citation" },
  { table: "citation_check" },
  { table: "memory_probe", natural: ["memory_id"], local: ["findings"] },
  { table: "probe_check" },
  { table: "repository_check" },
  { table: "memory_link" },
  { table: "memory_suggestion" },
  { table: "memory_conflict" },
  { table: "memory_conflict_member" },
  { table: "consolidation" },
  { table: "task_record", natural: ["repository_id", "task_id"] },
  { table: "task_iteration", natural: ["task_record_id", "number", "phase"] },
  { table: "solution_pattern", natural: ["repository_id", "template_sha256"] },
  { table: "pattern_use" },
  {
    table: "failure",
    natural: ["repository_id", "signature_sha256"],
    // Exports of before solutions had versions.
    upgrade: (row) => ({ version: 1, ...row }),
  },
  { table: "ci_run", natural: ["repository_id", "run_id"] },
  { table: "failure_occurrence" },
  { table: "task_search" },
  { table: "recall" },
  { table: "recall_candidate", upgrade: withScoreColumns },
  { table: "recall_inference" },
  { table: "recall_expectation" },
  { table: "holdout_session" },
  { table: "agent_session", natural: ["session_id"] },
  { table: "session_step" },
  {
    table: "conversation_day",
    natural: ["agent", "day"],
    local: ["claim", "claimed_at"],
    source_kind: "conversation",
  },
  { table: "conversation_line", natural: ["day_id", "sha256"] },
  { table: "conversation_fact", natural: ["line_id", "memory_id"] },
  { table: "conversation_synthesis", natural: ["agent", "week"], local: ["claim", "claimed_at"] },
  { table: "conversation_pattern" },
  { table: "review", natural: ["workflow_id", "round"], source_kind: "review" },
  { table: "finding", natural: ["review_id", "number"], source_kind: "finding" },
  { table: "finding_change" },
  { table: "review_import" },
  { table: "review_import_item" },
  { table: "skill", natural: ["repository_id", "path"] },
  { table: "skill_version", natural: ["skill_id", "number"] },
  { table: "proposal" },
  { table: "proposal_hunk", natural: ["proposal_id", "position"] },
  { table: "proposal_comment" },
  { table: "proposal_evidence" },
  { table: "delivery" },
  { table: "language_model_use" },
  { table: "inbox_comment" },
  // Names in its detail what memories came from and where they were used, all of which stands before it.
  { table: "memory_event" },
  { table: "audit_name", local: ["imported"], filled: { imported: true } },
  { table: "audit_entry", local: ["imported"], filled: { imported: true } },
];

/** What belongs to an organization and is not in an export, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  audit_checkpoint: "says where the chain of this server begins",
  audit_link: "chained again as the entries come in",
  agent_key: "keys are secrets; make new ones where the export is imported",
  agent_refusal: "which agents this server refused because of keys and settings",
  inbox_assignment:
    "people are added by an owner where the export is imported, and get other assignments there",
  inbox_scan: "says until when this server looked",
  inbox_snooze: "what a person snoozed until a time that will have passed",
  member: "people are added by an owner; the header names them",
  invitation: "people are invited by an owner where the export is imported",
  login: "people sign in where the export is imported",
  login_link: "a link signs in on this server alone",
  passkey: "a passkey signs in at this server's address alone",
  notification: "what people of this server were notified of",
  notification_preference: "people are added by an owner where the export is imported, and choose again",
  saved_view: "views are of people; an owner adds them where the export is imported, and they save again",
  default_view: "people choose their default views again",
  notification_webhook: "its address and secret are secrets; make it again where the export is imported",
  notification_delivery: "what was sent by this server",
  memory_embedding: "vectors are made again from the texts",
  solution_pattern_embedding: "vectors are made again from the texts",
  failure_embedding: "vectors are made again from the texts",
  memory_reading: "read again from the statements",
  memory_claim: "read again from the statements",
  memory_use: "counted into the memories within a minute",
  memory_term: "counted again from the memories",
  memory_term_total: "counted again from the memories",
  finding_rollup: "counted again from the findings",
  relevance_learning: "learned again from the outcomes",
  suspicious_head: "found again by the next check where the export is imported",
  memory_support: "looked up again where the export is imported",
  held_verdict: "found again by the next check where the export is imported",
  delivered_memory: "what sessions that run now have in their context windows",
  answer_reading: "answers on their way to a language model; what was learned from them is in the memories",
  idempotency_key: "answers kept for a day, for requests that are repeated",
  webhook_delivery: "only keeps a forge's delivery from being received twice",
  import_source: "says where this organization itself was imported from",
  import_alias: "says where this organization itself was imported from",
};

/** Secrets of carried tables, as the header of an export tells them. */
export const SECRETS_LEFT_OUT = [
  { what: "credentials and webhook secrets of connections", why: "they are secrets; enter them again" },
];
