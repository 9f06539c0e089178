import type { Contract } from "@/lib/kernel/contract";
import { pathParameters } from "@/lib/kernel/contract";

/** What the rows of a repository are named by. */
export type Ids = { id: string; session_id: string };

/** A valid input that names rows which the caller may not see, and the status of the answer. */
export type Asked = {
  input: Record<string, unknown>;
  status: number;
  /** To a key that is bound to repositories. */
  bound_status: number;
  /** To people who do not manage members. */
  member_status: number;
};

type Written = Partial<Asked>;

const INVALID = 400;
const DENIED = 403;
const NOT_FOUND = 404;
/** Nothing can be done about vectors without an embedder. */
const NO_EMBEDDER = 422;

/** Nothing to add to the path. */
const plain = (): Written => ({});
/** Lists and counts: all of them, and those of a repository, which is refused. */
const ofRepository = ({ id }: Ids): Written[] => [{}, { input: { repository: id }, status: INVALID }];
/** The same for what is counted from a moment on. */
const ofRepositorySince =
  (input: Record<string, string>) =>
  ({ id }: Ids): Written[] => [{ input }, { input: { ...input, repository: id }, status: INVALID }];
const ofRepositoryId = ({ id }: Ids): Written[] => [{}, { input: { repository_id: id }, status: INVALID }];
const refusedRepository =
  (input: Record<string, unknown> = {}) =>
  ({ id }: Ids): Written => ({ input: { repository: id, ...input }, status: INVALID });
const saying = (input: Record<string, unknown>) => (): Written => ({ input });

const SINCE = "2026-01-01T00:00:00Z";
const DRAFT = { kind: "decision", statement: "Numbers are padded." };
const RULE = "language: ts\nrule: { pattern: eval($X) }";
const NO_MATCH = { violations: "none" };
const CREDENTIAL = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  response: { clientDataJSON: "AAAA", attestationObject: "AAAA" },
};
const HOOKED = "session-of-the-hooks";
const HOOK = { agent_type: "main", session_id: HOOKED };

/**
 * What every operation is asked in the name of somebody who may not see the rows that it names. Parameters of the path are
 * filled in. Without a status: 404 where the path names a row, else what the contract answers.
 */
export const BODIES: Readonly<Record<string, (ids: Ids) => Written | readonly Written[]>> = {
  refusal_list: plain,
  organization_get: plain,
  organization_update: plain,
  visit_get: plain,
  member_list: plain,
  member_add: saying({ email: "new@example.test", name: "New", role: "developer" }),
  member_link_create: plain,
  member_update: saying({ role: "developer" }),
  member_remove: plain,
  agent_key_list: plain,
  agent_key_create: ({ id }) => ({
    input: { name: "key", agent: "bot", permissions: ["keys:manage"], repository_ids: [id] },
    status: INVALID,
    bound_status: DENIED,
  }),
  agent_key_revoke: plain,
  agent_key_rotate: plain,
  connection_list: plain,
  connection_create: () => ({
    input: {
      label: "Forge",
      base_url: "http://127.0.0.1:9",
      credentials: { kind: "github_token", token: "github_pat_x" },
    },
    status: INVALID,
  }),
  connection_update: saying({ label: "Forge" }),
  connection_test: plain,
  connection_remove: plain,
  audit_list: ({ id }) => [{}, { input: { subject_id: id } }],
  repository_add: () => ({
    input: { name: "acme/new", source: { kind: "path", path: "/nowhere" } },
    status: INVALID,
  }),
  repository_list: plain,
  repository_names: plain,
  repository_get: plain,
  repository_records_get: plain,
  repository_remove: plain,
  repository_fetch: plain,
  citation_list: (ids) => [...ofRepositoryId(ids), { input: { memory_id: ids.id } }],
  citation_get: plain,
  citation_check_list: plain,
  citation_check_get: plain,
  citation_history_list: plain,
  citation_cause_get: plain,
  repository_coverage_list: plain,
  repository_drift_get: plain,
  drift_get: () => [{}, { input: { repository: "acme/other" }, status: INVALID, bound_status: DENIED }],
  verdict_change_list: plain,
  repository_tree_list: plain,
  repository_file_get: saying({ path: "src/a.ts" }),
  repository_path_list: saying({ query: "a" }),
  memory_read_citation: ({ id }) => ({
    input: { repository: `acme/${id}`, path: "src/a.ts", line_start: 1, line_end: 1 },
    status: NOT_FOUND,
  }),
  repository_rename: ({ id }) => ({
    input: { repository: `acme/${id}`, name: "acme/renamed" },
    status: NOT_FOUND,
  }),
  repository_check_get: plain,
  repository_check_list: ofRepositoryId,
  memory_store: refusedRepository(DRAFT),
  memory_store_many: ({ id }) => ({ input: { memories: [{ ...DRAFT, repository: id }] }, status: INVALID }),
  memory_list: (ids) => [
    ...ofRepository(ids),
    { input: { session_id: ids.session_id } },
    { input: { as_of: new Date().toISOString() } },
    { input: { as_of: "2020-01-01", since: "added" } },
  ],
  memory_query: ({ id }) => [
    {},
    { input: { where: { field: "repository", is: "equal", value: `acme/${id}` } } },
    { input: { where: { not: { field: "id", is: "equal", value: "none" } } } },
  ],
  memory_entity_list: plain,
  memory_facets: ofRepository,
  memory_get: plain,
  memory_event_list: plain,
  memory_search: (ids) => [
    { input: { query: "canary" } },
    { input: { query: "canary", session_id: ids.session_id } },
    refusedRepository({ query: "canary" })(ids),
  ],
  memory_get_recent: ofRepository,
  file_memory_list: refusedRepository({ path: "src/a.ts" }),
  memory_search_by_path: refusedRepository({ path: "src" }),
  memory_stats: ofRepository,
  memory_update: saying({ outcome: "changed" }),
  memory_invalidate: saying({ reason: "wrong" }),
  memory_supersede: saying({ statement: "Numbers are not padded." }),
  memory_refresh: plain,
  memory_recite: plain,
  memory_delete: plain,
  memory_restore: plain,
  memory_release: plain,
  memory_undo: plain,
  memory_expire: saying({ dry_run: true }),
  memory_mark_addressed: ({ id }) => ({ input: { ids: [id] } }),
  memory_decide_many: ({ id }) => ({ input: { ids: [id], decision: "invalidate", reason: "wrong" } }),
  memory_log_applied: plain,
  memory_feedback: saying({ feedback: "helpful" }),
  memory_rate: saying({ usefulness: 0.5 }),
  memory_verify_citations: plain,
  citation_verify: refusedRepository({ citations: [{ path: "a.ts", line_start: 1, line_end: 1 }] }),
  repository_check: plain,
  repository_push: ({ id }) => ({
    input: { repository: `acme/${id}`, ref: "refs/heads/main", after: "a".repeat(40) },
    status: INVALID,
  }),
  suspicious_head_list: ofRepositoryId,
  held_verdict_list: plain,
  suspicious_head_decide: saying({ decision: "confirm" }),
  memory_suggest_global: saying({ reason: "It holds everywhere." }),
  memory_decide_global: saying({ decision: "accept" }),
  probe_try: refusedRepository({ rule: RULE, expectation: NO_MATCH }),
  memory_probe_get: plain,
  memory_probe_set: saying({ rule: RULE, expectation: NO_MATCH }),
  memory_probe_remove: plain,
  probe_list: ofRepositoryId,
  probe_erosion_get: ofRepositoryId,
  quarantine_list: ofRepository,
  quarantine_decide: ({ id }) => ({ input: { ids: [id], decision: "reject", reason: "wrong" } }),
  notification_list: plain,
  notification_read: ({ id }) => ({ input: { ids: [id] } }),
  view_list: saying({ list: "memories" }),
  view_save: saying({ list: "memories", name: "Mine", query: "kind=fact" }),
  view_delete: plain,
  view_default: saying({ list: "memories", view_id: null }),
  notification_preferences_get: plain,
  notification_preferences_update: saying({ time_zone: "Europe/Lisbon" }),
  notification_unsubscribe: plain,
  notification_webhook_list: plain,
  notification_webhook_create: () => ({
    input: { label: "Chat", url: "http://127.0.0.1/hook", kinds: ["mention"] },
    status: INVALID,
  }),
  notification_webhook_update: saying({ active: false }),
  notification_webhook_remove: plain,
  notification_webhook_test: plain,
  webhook_delivery_list: plain,
  webhook_delivery_replay: plain,
  global_search: () => [{ input: { q: "canary" } }, { input: { q: "words" } }],
  inbox_list: ofRepository,
  inbox_arrivals: saying({ after: SINCE }),
  inbox_counts: ofRepository,
  waiting_counts: ofRepository,
  setup_get: plain,
  overview_get: ofRepositorySince({ from: SINCE, compared_from: SINCE }),
  changes_get: ofRepositorySince({ after: SINCE }),
  inbox_snooze: ({ id }) => ({
    input: { items: [{ kind: "drift", subject_id: id }], until: null },
    status: NOT_FOUND,
  }),
  inbox_assign: ({ id }) => ({
    input: { items: [{ kind: "drift", subject_id: id }], person_id: null },
    status: NOT_FOUND,
  }),
  inbox_comment_list: saying({ kind: "drift" }),
  inbox_comment: saying({ kind: "drift", body: "Is it so?" }),
  suggestion_list: ofRepository,
  suggestion_decide: saying({ decision: "reject" }),
  suggestion_undo: plain,
  memory_support_list: ofRepository,
  memory_support_decide: saying({ decision: "holds", changed_at: "2026-01-01T00:00:00.000Z" }),
  memory_support_undo: plain,
  framework_pack_list: plain,
  framework_pack_load: plain,
  framework_pack_remove: plain,
  preference_list: plain,
  preference_authors_set: saying({ git_authors: [] }),
  preference_correct: saying({ preference_value: "120", statement: "They keep lines to 120 characters." }),
  preference_compute: refusedRepository({ developer: "dana" }),
  task_record: refusedRepository({ task_id: "t", description: "Pad the canary" }),
  task_list: ofRepository,
  task_get: plain,
  failure_record: refusedRepository({ output: "TypeError: x is not a function" }),
  failure_search: (ids) => [{ input: { query: "canary" } }, refusedRepository({ query: "canary" })(ids)],
  failure_list: ofRepository,
  failure_place_list: refusedRepository({ path: "src/a.ts" }),
  failure_get: plain,
  failure_solve: saying({ solution: "Padded." }),
  failure_reopen: plain,
  pattern_store: refusedRepository({
    task_id: "t",
    problem_type: "padding",
    description: "Pads",
    code: "pad()",
  }),
  pattern_search: (ids) => [{ input: { query: "canary" } }, refusedRepository({ query: "canary" })(ids)],
  ci_results_store: refusedRepository({ commit: "a".repeat(40), report: "<testsuites/>" }),
  pattern_list: ofRepository,
  pattern_get: plain,
  task_metrics_get: ofRepository,
  pattern_update: saying({ status: "retired" }),
  memory_context: ({ id, session_id }) => [
    { input: { task: "Pad the canary", agent_type: "main", session_id } },
    { input: { task: "Pad the canary", agent_type: "main", repository: id }, status: INVALID },
  ],
  recall_list: (ids) => [...ofRepository(ids), { input: { session_id: ids.session_id } }],
  recall_get: plain,
  recall_rate: ({ id }) => ({ input: { uses: [{ memory_id: id, use: "applied" }] } }),
  memory_recall_list: plain,
  recall_stats: ofRepository,
  relevance_get: plain,
  relevance_reset: plain,
  recall_preview: ({ id, session_id }) => [
    { input: { task: "Pad the canary", agent_type: "main", session_id } },
    { input: { task: "Pad the canary", agent_type: "main", repository: id }, status: INVALID },
  ],
  expectation_create: ({ id }) => ({
    input: { name: "Pads", question: { task: "Pad" }, memory_id: id, within: 3 },
    status: NOT_FOUND,
  }),
  expectation_list: plain,
  expectation_replay: ({ id }) => ({ input: { expectation_ids: [id] } }),
  expectation_delete: plain,
  settings_preview: plain,
  repository_settings_get: plain,
  repository_settings_update: plain,
  review_evaluate: refusedRepository({ workflow_id: "w", summary: "Fine." }),
  review_list: ofRepository,
  review_get: plain,
  review_delete: plain,
  finding_folder_list: refusedRepository(),
  finding_list: ({ id }) => [
    {},
    { input: { review_id: id } },
    { input: { repository: id }, status: INVALID },
  ],
  finding_get: plain,
  finding_update: saying({ rule_category: "dead_code" }),
  finding_recategorise: ({ id }) => ({ input: { finding_ids: [id], rule_category: "dead_code" } }),
  finding_change_list: plain,
  finding_change_undo: plain,
  rule_list: ofRepository,
  rule_series: ofRepository,
  rule_unclassified: ofRepository,
  rule_breakdown: ({ id }) => [
    { input: { by: "skill" } },
    { input: { by: "skill", repository: id }, status: INVALID },
  ],
  review_import: ({ id }) => ({ input: { evaluations: [{}], import_id: id }, status: NOT_FOUND }),
  review_import_sarif: refusedRepository({ sarif: { version: "2.1.0", runs: [] }, workflow_id: "w" }),
  review_import_github: refusedRepository({ pull_request: 1 }),
  review_import_threads: refusedRepository({ answer: {}, pull_request: 1, github_name: "acme/app" }),
  review_import_list: plain,
  review_import_get: plain,
  review_import_items: plain,
  review_import_correct: saying({ items: [{ position: 0, leave_out: true }] }),
  review_import_confirm: plain,
  skill_register: refusedRepository({ path: "skills/a/SKILL.md" }),
  skill_discover: refusedRepository(),
  skill_list: ofRepository,
  skill_get: plain,
  skill_update: saying({ delivery_mode: "none" }),
  skill_raw: plain,
  skill_version_list: plain,
  skill_version_get: plain,
  skill_revert: saying({ number: 1 }),
  skill_markers: ofRepository,
  proposal_draft: ({ id }) => [
    { input: { repository: id }, status: INVALID },
    { input: { skill_id: id }, status: NOT_FOUND },
  ],
  proposal_upload: saying({ content: "# Skill\n", reason: "Better." }),
  proposal_list: (ids) => [...ofRepository(ids), { input: { skill_id: ids.id } }],
  proposal_get: plain,
  proposal_approve: saying({ version: 1 }),
  proposal_reject: saying({ feedback: "No.", version: 1 }),
  proposal_redraft: saying({ version: 1 }),
  delivery_list: ({ id }) => [{}, { input: { skill_id: id } }],
  delivery_get: plain,
  delivery_resolve: saying({ action: "retry" }),
  delivery_follow: plain,
  pull_request_follow: ({ id }) => ({
    input: { repository: id, pull_request: 1 },
    status: NOT_FOUND,
  }),
  proposal_assign: ({ id }) => ({ input: { person_id: id } }),
  proposal_comment: saying({ body: "Why?" }),
  proposal_rebase: saying({ version: 1 }),
  proposal_undo: saying({ version: 1 }),
  evidence_code: plain,
  skill_effects: plain,
  skill_trial: ({ id }) => ({ input: { skill_id: id, content: "---\nname: x\n---\n" } }),
  skill_targets: ofRepository,
  conflict_list: ({ id, session_id }) => [
    {},
    { input: { memory_id: id } },
    { input: { session_id } },
    { input: { repository: id }, status: INVALID },
  ],
  conflict_get: plain,
  conflict_resolve: saying({ decision: "invalidate" }),
  conflict_undo: plain,
  hygiene_get: ofRepository,
  hygiene_memory_list: ({ id }) => [
    { input: { queue: "unverifiable" } },
    { input: { queue: "unverifiable", repository: id }, status: INVALID },
  ],
  duplicate_list: ({ id }) => [
    { input: { kind: "exact" } },
    { input: { kind: "near", repository: id }, status: INVALID },
  ],
  duplicate_merge: ({ id }) => ({ input: { groups: [[id, OTHER]] }, status: INVALID }),
  duplicate_dismiss: ({ id }) => ({
    input: { pairs: [{ one: id, other: OTHER }], distinct: true },
    status: INVALID,
  }),
  hygiene_undo: ({ id }) => ({ input: { steps: [{ memory_id: id, event_id: id }] } }),
  memory_consolidate: plain,
  model_use_get: plain,
  learning_extract: saying({ text: "We decided to pad numbers because they sort then." }),
  hook_session_start: ({ id }) => ({ input: { session_id: HOOKED, repository: id } }),
  hook_before_agent: ({ id }) => ({
    input: { ...HOOK, task: "Pad the canary", repository: id },
  }),
  hook_after_agent: ({ id }) => ({
    input: { ...HOOK, output: "Done.", repository: id },
  }),
  hook_stop: saying({ session_id: HOOKED }),
  hook_claude_code: saying({ hook_event_name: "Stop", session_id: HOOKED }),
  session_list: ofRepository,
  session_get: plain,
  session_report: plain,
  agent_stats: ofRepository,
  holdout_get: ofRepository,
  server_status_get: plain,
  doctor_run: plain,
  vector_status_get: plain,
  vector_rebuild: () => ({ status: NO_EMBEDDER }),
  vector_clear: () => ({ status: NO_EMBEDDER }),
  vector_reindex: () => ({ status: NO_EMBEDDER }),
  organization_export: plain,
  organization_import: () => ({ input: { header: {}, records: [] }, status: INVALID }),
  organization_mine: plain,
  member_login_list: plain,
  member_login_end: plain,
  login_list: plain,
  login_end: ({ id }) => ({ input: { login_id: id }, status: NOT_FOUND }),
  passkey_list: plain,
  passkey_begin: plain,
  passkey_add: () => ({ input: { name: "Laptop", credential: CREDENTIAL }, status: INVALID }),
  passkey_rename: saying({ name: "Laptop" }),
  passkey_remove: plain,
  leftover_list: plain,
  leftover_end: plain,
  invitation_list: plain,
  invitation_withdraw: plain,
  invitation_received: plain,
  invitation_answer: saying({ accept: true }),
  audit_verify: plain,
  memory_follow: plain,
  citation_remove: plain,
  retention_preview: plain,
  service_test: saying({ service: "language_model" }),
  example_get: plain,
  example_play: () => ({ status: 409 }),
  example_remove: plain,
  person_preview: ({ id }) => ({ input: { person_id: id }, status: NOT_FOUND }),
  person_erase: ({ id }) => ({ input: { person_id: id }, status: NOT_FOUND }),
  person_export: ({ id }) => ({ input: { person_id: id }, status: NOT_FOUND, member_status: DENIED }),
  scope_migration_run: plain,
  scope_migration_list: plain,
  scope_migration_undo: ({ id }) => ({ input: { memory_ids: [id] } }),
  conversation_append: saying({ markdown: "We deploy on Fridays." }),
  conversation_list: plain,
  conversation_get: plain,
  conversation_delete: plain,
  conversation_line_update: saying({ text: "We deploy on Mondays." }),
  conversation_line_delete: plain,
  conversation_extract: plain,
  conversation_context: saying({ question: "When do we deploy?" }),
  conversation_synthesis: plain,
  job_list: plain,
  job_retry: plain,
};

const OTHER = "01900000-0000-7000-8000-000000000000";

/** The values of parameters of paths that name no row by its id. */
const IN_PATHS: Readonly<Record<string, unknown>> = { number: 1, framework: "react" };

/** Everything that an operation is asked with these ids. @throws Error for an operation without a body. */
export function askedOf({ name, http }: Contract, ids: Ids): Asked[] {
  const written = BODIES[name]?.(ids);
  if (written === undefined)
    throw new Error(
      `${name} has no body: say in BODIES of tests/integration/tenancy/bodies.ts what it takes, with ids.id where it names a row`,
    );
  const parameters = pathParameters(http.path);
  const inPath = parameters.map((name) => [name, pathValue(name, ids)] as const);
  const namesRow = parameters.some((name) => name.endsWith("_id"));
  const otherwise = namesRow ? NOT_FOUND : http.status;
  return [written]
    .flat()
    .map(({ input = {}, status = otherwise, bound_status = status, member_status = status }) => ({
      input: { ...Object.fromEntries(inPath), ...input },
      status,
      bound_status,
      member_status,
    }));
}

function pathValue(parameter: string, { id, session_id }: Ids): unknown {
  if (parameter === "session_id") return session_id;
  return IN_PATHS[parameter] ?? id;
}
