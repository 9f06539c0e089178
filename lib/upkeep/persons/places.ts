/** What becomes of what a table holds of a person who is erased. */
export type Fate = "erased" | "author_replaced" | "name_removed";

/** Where a table names a person. */
export type Place = {
  table: string;
  /** In words, of several. */
  what: string;
  fate: Fate;
  /** Columns `<prefix>_kind`, `<prefix>_id` and `<prefix>_name` say who did it. */
  authors?: readonly string[];
  /** Columns that hold a name alone. */
  names?: readonly string[];
  /** Fields of JSON columns that hold a name. */
  json_names?: readonly { column: string; field: string }[];
  /** Fields of JSON columns that hold who did it: `kind`, `id` and `name`. */
  json_authors?: readonly { column: string; field: string }[];
  /** Columns of the key, for pages. Default: `id`. */
  key?: readonly string[];
};

/**
 * Every table that names people, besides the person's own rows, preferences and the audit, which have functions of their
 * own. A test holds this list and `NOT_OF_PEOPLE` against the columns of the database.
 */
export const PLACES: readonly Place[] = [
  { table: "recall", what: "recalls", fate: "erased", authors: ["actor"] },
  { table: "agent_session", what: "sessions", fate: "erased", authors: ["actor"] },
  {
    table: "conversation_line",
    what: "lines of conversations",
    fate: "erased",
    authors: ["created_by"],
    names: ["speaker"],
  },
  { table: "memory", what: "memories", fate: "author_replaced", authors: ["created_by"], names: ["user"] },
  { table: "memory_event", what: "events of memories", fate: "author_replaced", authors: ["actor"] },
  { table: "memory_allowance", what: "releases", fate: "author_replaced", authors: ["created_by"] },
  { table: "memory_probe", what: "probes", fate: "author_replaced", authors: ["created_by"] },
  {
    table: "memory_conflict",
    what: "conflicts",
    fate: "author_replaced",
    authors: ["found_by", "decided_by"],
  },
  {
    table: "memory_suggestion",
    what: "suggestions",
    fate: "author_replaced",
    authors: ["suggested_by", "decided_by"],
  },
  { table: "notification", what: "notifications of others", fate: "author_replaced", authors: ["actor"] },
  {
    table: "notification_delivery",
    what: "messages to webhooks",
    fate: "author_replaced",
    json_authors: [{ column: "payload", field: "actor" }],
  },
  { table: "consolidation", what: "consolidations", fate: "author_replaced", authors: ["actor"] },
  { table: "recall_expectation", what: "expectations", fate: "author_replaced", authors: ["created_by"] },
  {
    table: "repository_check",
    what: "checks of repositories",
    fate: "author_replaced",
    authors: ["requested_by"],
  },
  {
    table: "suspicious_head",
    what: "decisions about commits",
    fate: "author_replaced",
    authors: ["decided_by"],
  },
  {
    table: "memory_support",
    what: "decisions about supports",
    fate: "author_replaced",
    authors: ["decided_by"],
  },
  { table: "task_record", what: "tasks", fate: "author_replaced", authors: ["created_by"] },
  { table: "solution_pattern", what: "solution patterns", fate: "author_replaced", authors: ["created_by"] },
  { table: "failure", what: "solved failures", fate: "author_replaced", authors: ["solved_by"] },
  { table: "failure_occurrence", what: "failures", fate: "author_replaced", authors: ["actor"] },
  { table: "review", what: "reviews", fate: "name_removed", names: ["developer"] },
  { table: "finding", what: "findings", fate: "name_removed", names: ["developer"] },
  { table: "finding_change", what: "changes of findings", fate: "author_replaced", authors: ["actor"] },
  {
    table: "review_import",
    what: "imports of reviews",
    fate: "author_replaced",
    authors: ["created_by"],
    json_names: [{ column: "details", field: "developer" }],
  },
  {
    table: "review_import_item",
    what: "imported reviews",
    fate: "name_removed",
    json_names: [{ column: "body", field: "developer" }],
    key: ["import_id", "position"],
  },
  {
    table: "skill_version",
    what: "versions of skills",
    fate: "author_replaced",
    authors: ["created_by"],
  },
  { table: "proposal", what: "decided proposals", fate: "author_replaced", authors: ["decided_by"] },
  { table: "proposal_comment", what: "comments", fate: "author_replaced", authors: ["author"] },
  { table: "inbox_comment", what: "comments in the inbox", fate: "author_replaced", authors: ["author"] },
];

/** Columns that are named as those of people are, and why an erasure leaves them. `*`: in every table. */
export const NOT_OF_PEOPLE: Readonly<Record<string, string>> = {
  "agent.name": "an agent's",
  "agent_key.name": "what a key is for",
  "agent_key.created_by": "replaced when the person's keys are revoked",
  "agent_refusal.agent": "an agent's",
  "answer_reading.actor": "erased with the person's answers",
  "audit_entry.actor_name": "empty for people: their names are in audit_name",
  "audit_name.name": "taken out by eraseFromAudit",
  "conversation_day.agent": "an agent's",
  "conversation_synthesis.agent": "an agent's",
  "connection.username": "of the account by which the organization reaches a forge",
  "idempotency_key.actor_id": "erased with what the person's requests were answered",
  "import_source.name": "an organization's",
  "memory.agent": "an agent's",
  "memory_support.name": "of a definition in code",
  "organization.name": "an organization's",
  "proposal.assignee_name": "taken off the proposal",
  "proposal.drafter": "replaced where a person uploaded the proposal",
  "recall.agent": "an agent's",
  "recall_expectation.name": "of the expectation",
  "repository.name": "a repository's",
  "review.agent": "an agent's",
  "review_import.name": "of the file",
  "finding.agent": "an agent's",
  "failure_occurrence.test_name": "of a test",
  "skill.name": "a skill's",
  "inbox_assignment.person_id": "removed with the member",
  "inbox_snooze.person_id": "removed with the member",
  "notification.person_id": "removed with the member",
  "notification_preference.person_id": "removed with the member",
  "saved_view.name": "of a view; removed with the member where it is the person's own",
  "saved_view.person_id": "removed with the member",
  "default_view.person_id": "removed with the member",
  "login.person_id": "removed with the account, or ended when the member is removed",
  "login.user_agent": "a browser's; removed with the login",
  "passkey.person_id": "removed with the account, or with the member when it is bound to the organization",
  "passkey.name": "removed with the passkey",
  "passkey_challenge.person_id": "removed when it is answered, or by the next one after five minutes",
  "invitation.person_id": "removed",
  "invitation.name": "removed with the invitation",
  "invitation.invited_by": "an id; removed with the account",
  "member.person_id": "removed with the member",
  "member.git_authors": "removed with the member",
};
