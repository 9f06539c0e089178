-- The first state of the database. What a table is, is said in prisma/schema. Keys lead with the organization, so that no
-- row can refer to another organization's.
create extension if not exists vector;
create extension if not exists pg_trgm;

create table organization (
  id uuid not null,
  slug text not null,
  name text not null,
  settings jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  scopes_migrated_at timestamptz(3) default now(),
  holdout_secret text not null default (gen_random_uuid())::text,
  relevance_reset_at timestamptz(3),
  primary key (id),
  unique (slug)
);

create table person (
  id uuid not null,
  email text not null,
  name text not null,
  image text,
  created_at timestamptz(3) not null default now(),
  primary key (id),
  unique (email)
);

create table person_account (
  provider text not null,
  provider_account_id text not null,
  person_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (provider, provider_account_id),
  foreign key (person_id) references person (id) on delete cascade
);
create index person_account_person_id_idx on person_account (person_id);

create table login_link (
  token_hash text not null,
  person_id uuid not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (token_hash),
  foreign key (person_id) references person (id) on delete cascade
);
create index login_link_person_id_idx on login_link (person_id);

create table member (
  organization_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  role text not null,
  created_at timestamptz(3) not null default now(),
  git_authors text[] not null default '{}',
  constraint member_role_check check (role in ('owner', 'lead', 'developer')),
  primary key (organization_id, id),
  unique (organization_id, person_id),
  foreign key (organization_id) references organization (id) on delete cascade,
  foreign key (person_id) references person (id) on delete cascade
);
create index member_person_id_idx on member (person_id);

create table agent (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  agent_type text not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  unique (organization_id, name),
  foreign key (organization_id) references organization (id) on delete cascade
);

create table agent_key (
  organization_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  name text not null,
  prefix text not null,
  key_hash text not null,
  permissions text[] not null default '{}',
  agent_types text[] not null default '{}',
  repository_ids uuid[] not null default '{}'::uuid[],
  all_repositories boolean not null default true,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  replaced_by uuid,
  tool_sets text[] not null default '{}',
  created_by_key uuid,
  primary key (organization_id, id),
  unique (key_hash),
  constraint agent_key_created_by_key_fkey foreign key (organization_id, created_by_key)
    references agent_key (organization_id, id) on delete set null (created_by_key),
  foreign key (organization_id, agent_id) references agent (organization_id, id) on delete cascade,
  foreign key (organization_id) references organization (id) on delete cascade
);
create index agent_key_agent_id_idx on agent_key (organization_id, agent_id);
create index agent_key_created_at_id_idx on agent_key (organization_id, created_at, id);
create index agent_key_created_by_key on agent_key (organization_id, created_by_key) where created_by_key is not null;

create table audit_entry (
  organization_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null default now(),
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  operation text not null,
  subject_id text,
  request_id text not null,
  detail jsonb not null default '{}',
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade
);
create index audit_entry_at_id_idx on audit_entry (organization_id, at, id);
create index audit_entry_subject_id_at_idx on audit_entry (organization_id, subject_id, at);

create table idempotency_key (
  organization_id uuid not null,
  actor_id text not null,
  operation text not null,
  key text not null,
  request_sha256 text not null,
  response jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, actor_id, operation, key),
  foreign key (organization_id) references organization (id) on delete cascade
);
create index idempotency_key_created_at_idx on idempotency_key (created_at);

create table connection (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  label text not null,
  base_url text not null,
  username text,
  app_id text,
  installation_id text,
  sealed_credential text not null,
  sealed_webhook text,
  test jsonb,
  rate_limits jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade
);
-- A webhook names its connection alone.
create unique index connection_id_key on connection (id);
create unique index connection_label_key on connection (organization_id, label);

-- One that comes again, under its own id or with its own body under another, changes nothing.
create table webhook_delivery (
  organization_id uuid not null,
  id text not null,
  body_sha256 text not null,
  event text not null,
  received_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  unique (organization_id, body_sha256),
  foreign key (organization_id) references organization (id) on delete cascade
);

create table agent_refusal (
  organization_id uuid not null,
  id uuid not null,
  what text not null,
  session_id text not null default '',
  agent text not null default '',
  agent_type text not null,
  named text not null default '',
  count integer not null default 1,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on update cascade on delete cascade
);
create index agent_refusal_last_at_idx on agent_refusal (organization_id, last_at);
create unique index agent_refusal_same_idx on agent_refusal (organization_id, session_id, agent, agent_type, named, what);

create table repository (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  source_kind text not null,
  source_location text not null,
  default_branch text,
  head_commit text,
  fetch_status text not null default 'pending',
  fetch_error text,
  fetched_at timestamptz(3),
  checked_commit text,
  checked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  connection_id uuid,
  checked_rules integer not null default 0,
  constraint repository_connection_check check (source_kind <> 'github' or connection_id is not null),
  constraint repository_source_kind_check check (source_kind in ('path', 'url', 'github')),
  primary key (organization_id, id),
  unique (organization_id, name),
  foreign key (organization_id, connection_id) references connection (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade
);
create index repository_connection_id_idx on repository (organization_id, connection_id);

create table blob_lines (
  organization_id uuid not null,
  blob_oid text not null,
  line_hashes bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, blob_oid)
);

create table citation (
  organization_id uuid not null,
  id uuid not null,
  memory_id uuid not null,
  repository_id uuid not null,
  "position" integer not null default 0,
  commit_sha text not null,
  path text not null,
  blob_oid text not null,
  line_start integer not null,
  line_end integer not null,
  snippet text,
  snippet_sha256 text not null,
  norm_sha256 text not null,
  context_before text[] not null default '{}',
  context_after text[] not null default '{}',
  symbol_path text,
  dup_index integer not null,
  dup_count integer not null,
  alnum_count integer not null,
  anchor_commit text not null,
  anchor_blob_oid text not null,
  anchor_path text not null,
  anchor_line_start integer not null,
  anchor_line_end integer not null,
  status text not null default 'unchecked',
  status_since timestamptz(3),
  similarity double precision,
  confidence double precision,
  reason text,
  checked_at timestamptz(3),
  checked_commit text,
  created_at timestamptz(3) not null default now(),
  constraint citation_check check (((line_start >= 1) and (line_end >= line_start))),
  constraint citation_status_check
    check (status in ('unchecked', 'unchanged', 'moved', 'renamed', 'edited', 'missing', 'unreachable')),
  primary key (organization_id, id),
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade
) with (fillfactor = 85);
create index citation_anchor_path_idx on citation (organization_id, anchor_path collate "C");
create index citation_memory_id_position_idx on citation (organization_id, memory_id, "position");
create index citation_path_idx on citation (organization_id, path collate "C");
create index citation_repository_id_anchor_path_idx on citation (organization_id, repository_id, anchor_path);
create index citation_repository_id_memory_id_idx on citation (organization_id, repository_id, memory_id);
create index citation_repository_id_status_idx on citation (organization_id, repository_id, status);

create table citation_check (
  organization_id uuid not null,
  id uuid not null,
  citation_id uuid not null,
  commit_sha text not null,
  status text not null,
  path text,
  line_start integer,
  line_end integer,
  similarity double precision,
  confidence double precision,
  whitespace_changed boolean not null default false,
  found_text text,
  reason text,
  checked_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, citation_id) references citation (organization_id, id) on delete cascade
);
create index citation_check_citation_id_checked_at_idx on citation_check (organization_id, citation_id, checked_at);

create table repository_check (
  organization_id uuid not null,
  id uuid not null,
  repository_id uuid not null,
  cause text not null,
  everything boolean not null default false,
  memory_ids uuid[] not null default '{}'::uuid[],
  commit_wanted text,
  commit_sha text,
  status text not null default 'waiting',
  total integer,
  done integer not null default 0,
  counts jsonb not null default '{}',
  cursor uuid,
  attempts integer not null default 0,
  claim uuid,
  alive_at timestamptz(3),
  error text,
  requested_by_kind text not null,
  requested_by_id text not null,
  requested_by_name text not null,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  constraint repository_check_cause_check check (cause in ('request', 'push', 'nightly', 'use', 'rules')),
  constraint repository_check_status_check check (status in ('waiting', 'running', 'done', 'failed', 'superseded')),
  primary key (organization_id, id),
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade
);
create index repository_check_open_idx on repository_check (organization_id, repository_id)
  where status in ('waiting', 'running');
create index repository_check_repository_id_id_idx on repository_check (organization_id, repository_id, id);

create table suspicious_head (
  organization_id uuid not null,
  id uuid not null,
  repository_id uuid not null,
  commit_sha text not null,
  status text not null default 'open',
  memories integer not null,
  in_service integer not null,
  since timestamptz(3) not null,
  found_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by_kind text,
  decided_by_id text,
  decided_by_name text,
  constraint suspicious_head_status_check check (status in ('open', 'confirmed', 'dismissed', 'passed')),
  primary key (organization_id, id),
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade
);
create unique index suspicious_head_organization_id_repository_id_commit_sha_key on suspicious_head (organization_id, repository_id, commit_sha);

create table held_verdict (
  organization_id uuid not null,
  repository_id uuid not null,
  commit_sha text not null,
  memory_id uuid not null,
  verdict text not null,
  citations jsonb not null,
  held_at timestamptz(3) not null,
  constraint held_verdict_verdict_check check (verdict in ('drifted', 'missing')),
  primary key (organization_id, repository_id, commit_sha, memory_id),
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade
);
create index held_verdict_organization_id_memory_id_idx on held_verdict (organization_id, memory_id);

-- Every serving adds a use to a memory, and every check touches a citation, without changing an indexed column. With room
-- left on the page PostgreSQL keeps the new row beside the old one and leaves the dozen indexes alone (heap-only tuples).
create table memory (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  scope text not null,
  repository_id uuid,
  session_id text,
  statement text not null,
  metadata jsonb not null default '{}',
  category text not null default 'general',
  tags text[] not null default '{}',
  agent text,
  agent_type text,
  "user" text,
  created_by_kind text not null,
  created_by_id text not null,
  created_by_name text not null,
  reasoning text,
  outcome text,
  confidence double precision,
  quality double precision not null,
  usage_count integer not null default 0,
  verification_count integer not null default 0,
  observation_count integer not null default 1,
  source_kind text not null,
  source_id text,
  status text not null default 'active',
  status_reason text,
  status_since timestamptz(3) not null default now(),
  superseded_by uuid,
  pinned boolean not null default false,
  redactions jsonb not null default '[]',
  duplicate_sha256 text not null,
  search_text text not null,
  search_length integer not null,
  refreshed_at timestamptz(3) not null default now(),
  addressed_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  search_vector tsvector generated always as (to_tsvector('english'::regconfig, search_text)) stored,
  safety_version integer not null default 1,
  pending_repository text,
  suggested_at timestamptz(3),
  applies_to jsonb,
  applies_to_keys text[] not null default '{}',
  constraint memory_quality_check check (quality between 0 and 1),
  constraint memory_repository_check
    check (scope <> 'repository' or repository_id is not null or pending_repository is not null),
  constraint memory_scope_check check (scope in ('global', 'repository', 'agent', 'session')),
  constraint memory_status_check
    check (status in ('active', 'drifted', 'superseded', 'invalid', 'expired', 'quarantined')),
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade,
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade,
  foreign key (organization_id, superseded_by)
    references memory (organization_id, id) on delete set null (superseded_by)
) with (fillfactor = 85);
create index memory_applies_to_keys_idx on memory using gin (applies_to_keys) with (gin_pending_list_limit = 64);
create index memory_created_at_id_idx on memory (organization_id, created_at, id);
create index memory_duplicate_sha256_idx on memory (organization_id, duplicate_sha256);
create index memory_framework_idx on memory (organization_id, ((metadata ->> 'framework')))
  where kind = 'framework_knowledge';
create index memory_metadata_idx on memory using gin (metadata jsonb_path_ops) with (gin_pending_list_limit = 64);
create index memory_pending_repository_idx on memory (organization_id, lower(pending_repository))
  where pending_repository is not null;
create index memory_preference_idx on memory (organization_id, ((metadata ->> 'developer_id')))
  where kind = 'developer_preference';
create index memory_refreshed_at_id_idx on memory (organization_id, refreshed_at, id);
create index memory_rejection_pattern_idx on memory (organization_id, ((metadata ->> 'file_pattern')))
  where kind = 'rejection_pattern';
create index memory_repository_id_refreshed_at_id_idx on memory (organization_id, repository_id, refreshed_at, id);
create index memory_review_kind_idx on memory (organization_id, kind)
  where kind in ('review_outcome', 'rejection_pattern');
create index memory_safety_idx on memory (organization_id, safety_version, id) where deleted_at is null;
-- What is learned in two repositories, but for case, punctuation and white space.
create index memory_same_statement_idx on memory (organization_id, kind, md5(lower(regexp_replace(statement, '[^[:alnum:]]+', ' ', 'g'))))
  where kind in ('error_solution', 'anti_pattern') and scope in ('repository', 'global');
create index memory_search_text_trgm_idx on memory using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 64);
-- A GIN index keeps what was written last in a list of its own, which every search reads to its end and one unlucky write
-- sorts in. At the default of 4 MB that is some 600 memories; at 64 kB, the least there is, about ten.
create index memory_search_vector_idx on memory using gin (search_vector) with (gin_pending_list_limit = 64);
create index memory_session_id_idx on memory (organization_id, session_id) where session_id is not null;
create index memory_status_refreshed_at_idx on memory (organization_id, status, refreshed_at);
create index memory_suggested_idx on memory (organization_id, suggested_at) where suggested_at is not null;
create index memory_superseded_by_idx on memory (organization_id, superseded_by);
create index memory_tags_idx on memory using gin (tags) with (gin_pending_list_limit = 64);
create index memory_without_applies_to_idx on memory (organization_id, id) where applies_to is null;

create table memory_embedding (
  organization_id uuid not null,
  memory_id uuid not null,
  embedder_id text not null,
  embedding halfvec not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, memory_id, embedder_id),
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade
);
-- Of the default local embedder; a job builds the index of another one. 128 neighbours are compared where a vector is put
-- in: with 64 a graph of 100,000 vectors had wrong ends, and one question in fifty to a hundred met none of its nearest.
create index memory_embedding_minilm_idx on memory_embedding using hnsw (((embedding)::halfvec(384)) halfvec_cosine_ops) with (ef_construction = 128)
  where embedder_id = 'minilm-l6-v2@384/split2/128';

create table memory_event (
  organization_id uuid not null,
  id uuid not null,
  memory_id uuid not null,
  type text not null,
  at timestamptz(3) not null default now(),
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  reason text,
  detail jsonb not null default '{}',
  primary key (organization_id, id),
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade
);
create index memory_event_memory_id_at_idx on memory_event (organization_id, memory_id, at);
create index memory_event_recall_idx on memory_event (organization_id, ((detail ->> 'recall_id')))
  where detail ? 'recall_id';
create index memory_event_type_at_idx on memory_event (organization_id, type, at);

create table memory_link (
  organization_id uuid not null,
  memory_id uuid not null,
  other_id uuid not null,
  relation text not null,
  similarity double precision not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, memory_id, other_id, relation),
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade,
  foreign key (organization_id, other_id) references memory (organization_id, id) on delete cascade
);
create index memory_link_other_id_idx on memory_link (organization_id, other_id);
create index memory_link_relation_idx on memory_link (organization_id, relation, similarity);

create table memory_allowance (
  organization_id uuid not null,
  id uuid not null,
  memory_id uuid not null,
  rule text not null,
  text_sha256 text not null,
  created_by_kind text not null,
  created_by_id text not null,
  created_by_name text not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade,
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade
);
create index memory_allowance_memory_idx on memory_allowance (organization_id, memory_id);
create index memory_allowance_text_idx on memory_allowance (organization_id, text_sha256, rule);

create table repository_settings (
  organization_id uuid not null,
  repository_id uuid not null,
  settings jsonb not null default '{}',
  version integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, repository_id),
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade
);

create table recall (
  organization_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null default now(),
  door text not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  agent text,
  agent_type text,
  repository_id uuid,
  session_id text,
  task text not null,
  question jsonb not null default '{}',
  category text not null,
  settings jsonb not null default '{}',
  outcome text not null,
  pack text not null,
  tokens integer not null,
  characters integer not null,
  candidate_count integer not null,
  served_count integer not null,
  unchecked_count integer not null,
  latency_ms double precision not null,
  stages jsonb not null default '[]',
  degraded text[] not null default '{}',
  constraint recall_outcome_check
    check (outcome in ('served', 'empty', 'degraded', 'off', 'refused', 'failed', 'held_out')),
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade,
  foreign key (organization_id, repository_id)
    references repository (organization_id, id) on delete set null (repository_id)
);
create index recall_agent_type_at_id_idx on recall (organization_id, agent_type, at, id);
create index recall_at_id_idx on recall (organization_id, at, id);
create index recall_repository_id_at_id_idx on recall (organization_id, repository_id, at, id);
create index recall_session_id_at_idx on recall (organization_id, session_id, at);

create table recall_candidate (
  organization_id uuid not null,
  recall_id uuid not null,
  memory_id uuid not null,
  "position" integer not null,
  part text not null,
  place text not null,
  reason text not null,
  score double precision not null,
  scores jsonb not null default '{}',
  tokens integer not null default 0,
  constraint recall_candidate_place_check check (place in ('served', 'check_before_use', 'out', 'held_out')),
  primary key (organization_id, recall_id, memory_id),
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade,
  foreign key (organization_id, recall_id) references recall (organization_id, id) on delete cascade
);
create index recall_candidate_memory_id_recall_id_idx on recall_candidate (organization_id, memory_id, recall_id);

create table delivered_memory (
  organization_id uuid not null,
  recall_id uuid not null,
  memory_id uuid not null,
  session_id text not null,
  context_window text not null,
  memory_version text not null,
  at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  forgotten_at timestamptz(3),
  primary key (organization_id, recall_id, memory_id),
  foreign key (organization_id) references organization (id) on delete cascade,
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade
);
create index delivered_memory_at_idx on delivered_memory (organization_id, at);
create index delivered_memory_memory_id_idx on delivered_memory (organization_id, memory_id);
create index delivered_memory_session_id_idx on delivered_memory (organization_id, session_id, context_window);

create table recall_inference (
  organization_id uuid not null,
  recall_id uuid not null,
  memory_id uuid not null,
  outcome text not null,
  confidence double precision not null,
  evidence text[] not null default '{}',
  answers integer not null default 1,
  inferred_at timestamptz(3) not null default now(),
  constraint recall_inference_outcome_check check (outcome in ('follows', 'contradicts', 'ignores', 'unknown')),
  primary key (organization_id, recall_id, memory_id),
  foreign key (organization_id, recall_id, memory_id)
    references recall_candidate (organization_id, recall_id, memory_id) on delete cascade
);
create index recall_inference_memory_id_idx on recall_inference (organization_id, memory_id);

create table holdout_session (
  organization_id uuid not null,
  session_id text not null,
  repository_id uuid,
  held_out boolean not null,
  share double precision not null,
  decided_at timestamptz(3) not null default now(),
  primary key (organization_id, session_id),
  foreign key (organization_id) references organization (id) on delete cascade,
  foreign key (organization_id, repository_id)
    references repository (organization_id, id) on delete set null (repository_id)
);
create index holdout_session_decided_at_idx on holdout_session (organization_id, decided_at);
create index holdout_session_repository_id_idx on holdout_session (organization_id, repository_id);

create table recall_expectation (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  question jsonb not null default '{}',
  memory_id uuid not null,
  within integer not null,
  created_by_kind text not null,
  created_by_id text not null,
  created_by_name text not null,
  created_at timestamptz(3) not null default now(),
  replayed_at timestamptz(3),
  found_at integer,
  passed boolean,
  model text,
  log_odds double precision,
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade,
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade
);
create index recall_expectation_memory_id_idx on recall_expectation (organization_id, memory_id);

create table relevance_learning (
  organization_id uuid not null,
  model text not null,
  shift double precision not null default 0,
  reported integer not null default 0,
  inferred integer not null default 0,
  expected integer not null default 0,
  right_count integer not null default 0,
  learned_at timestamptz(3) not null default now(),
  constraint relevance_learning_shift_check
    check (((shift >= ('-1'::integer)::double precision) and (shift <= (0)::double precision))),
  primary key (organization_id, model),
  foreign key (organization_id) references organization (id) on delete cascade
);

create table memory_term (
  organization_id uuid not null,
  lexeme text not null,
  documents integer not null,
  primary key (organization_id, lexeme)
);

create table memory_term_total (
  organization_id uuid not null,
  documents integer not null,
  length double precision not null,
  counted_at timestamptz(3) not null default now(),
  primary key (organization_id)
);

create table review (
  organization_id uuid not null,
  id uuid not null,
  repository_id uuid,
  workflow_id text not null,
  round integer not null default 1,
  body_sha256 text not null,
  summary text not null,
  code_summary text,
  issue_summary text,
  verdict text not null,
  developer text,
  agent text,
  skill text,
  outcome_memory_id uuid,
  reviewed_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  unique (organization_id, workflow_id, round),
  foreign key (organization_id) references organization (id) on delete cascade,
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade
);
create index review_reviewed_at_id_idx on review (organization_id, reviewed_at, id);

create table finding (
  organization_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  repository_id uuid,
  number integer not null,
  title text not null,
  file_path text,
  line integer,
  file_pattern text not null,
  disposition text not null,
  reason text,
  original_issue text,
  suggested_fix text,
  rule_category text not null,
  skill text,
  agent text,
  developer text,
  memory_id uuid,
  addressed_at timestamptz(3),
  addressed_by_version uuid,
  found_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  constraint finding_disposition_check check (disposition in ('implement', 'reject', 'defer', 'clarify')),
  primary key (organization_id, id),
  unique (organization_id, review_id, number),
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete set null (memory_id),
  foreign key (organization_id, review_id) references review (organization_id, id) on delete cascade
);
create index finding_developer_found_at_idx on finding (organization_id, developer, found_at);
create index finding_file_pattern_found_at_idx on finding (organization_id, file_pattern, found_at);
create index finding_found_at_id_idx on finding (organization_id, found_at, id);
create index finding_memory_id_idx on finding (organization_id, memory_id);
create index finding_rule_category_found_at_idx on finding (organization_id, rule_category, found_at);

-- Rates of rules from counts that the database keeps, exact to the row: every statement that changes findings changes
-- the counts in the same transaction. '' and the nil UUID mean none, and addressed_at 1970 a finding that no skill version
-- took up, so that the whole key can be unique.
create table finding_rollup (
  organization_id uuid not null,
  dimension text not null,
  value text not null,
  day timestamptz(3) not null,
  rule_category text not null,
  repository_id uuid not null,
  skill text not null,
  addressed_at timestamptz(3) not null,
  implement integer not null,
  reject integer not null,
  defer integer not null,
  clarify integer not null,
  primary key (organization_id, dimension, value, day, rule_category, repository_id, skill, addressed_at),
  foreign key (organization_id) references organization (id) on delete cascade
);
-- Which rules a skill version took up, and when, without reading every count.
create index finding_rollup_addressed_idx on finding_rollup (organization_id, rule_category, repository_id, skill, addressed_at)
  where dimension = '' and addressed_at > '1970-01-01 00:00:00+00'::timestamptz;
create index finding_rollup_day_idx on finding_rollup (organization_id, dimension, day);
create index finding_rollup_rule_idx on finding_rollup (organization_id, rule_category, repository_id, skill, day)
  where dimension = '';

create table finding_change (
  organization_id uuid not null,
  id uuid not null,
  finding_id uuid not null,
  change_id uuid not null,
  field text not null,
  from_value text not null,
  to_value text not null,
  reason text,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  undoes uuid,
  at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, finding_id) references finding (organization_id, id) on delete cascade
);
create index finding_change_change_id_idx on finding_change (organization_id, change_id);
create index finding_change_finding_id_idx on finding_change (organization_id, finding_id, id);

create table review_import (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  status text not null,
  name text not null,
  repository_id uuid,
  details jsonb not null default '{}',
  created_by_kind text not null,
  created_by_id text not null,
  created_by_name text not null,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade,
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade
);

create table review_import_item (
  organization_id uuid not null,
  import_id uuid not null,
  "position" integer not null,
  state text not null,
  body jsonb,
  body_sha256 text,
  key text,
  label text not null,
  because text not null,
  url text,
  proposed text,
  findings integer not null,
  review_id uuid,
  primary key (organization_id, import_id, "position"),
  foreign key (organization_id, import_id) references review_import (organization_id, id) on delete cascade
);
create index review_import_item_key_idx on review_import_item (organization_id, key) where key is not null;
create index review_import_item_state_idx on review_import_item (organization_id, import_id, state, "position");

create table skill (
  organization_id uuid not null,
  id uuid not null,
  repository_id uuid not null,
  path text not null,
  name text not null,
  description text not null,
  current_version integer not null,
  delivery_mode text not null default 'working_copy',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  unique (organization_id, repository_id, path),
  foreign key (organization_id) references organization (id) on delete cascade,
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade
);

create table skill_version (
  organization_id uuid not null,
  id uuid not null,
  skill_id uuid not null,
  number integer not null,
  content text not null,
  content_sha256 text not null,
  origin text not null,
  proposal_id uuid,
  created_by_kind text not null,
  created_by_id text not null,
  created_by_name text not null,
  note text,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  unique (organization_id, skill_id, number),
  foreign key (organization_id, skill_id) references skill (organization_id, id) on delete cascade
);

create table proposal (
  organization_id uuid not null,
  id uuid not null,
  skill_id uuid not null,
  base_version integer not null,
  section text not null,
  title text not null,
  rationale text not null,
  confidence double precision not null,
  drafter text not null,
  rule_category text,
  evidence_sha256 text not null,
  evidence_count integer not null default 0,
  status text not null default 'open',
  feedback text,
  decided_by_kind text,
  decided_by_id text,
  decided_by_name text,
  decided_at timestamptz(3),
  applied_version integer,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  assignee_id uuid,
  assignee_name text,
  input_sha256 text,
  prompt_version text,
  fallback text,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost_usd double precision,
  effect_spared integer not null default 0,
  effect_rejected integer not null default 0,
  effect_touched integer not null default 0,
  effect_implemented integer not null default 0,
  effect_at timestamptz(3),
  intents jsonb not null default '{}',
  uploaded boolean not null default false,
  constraint proposal_intents_check check ((jsonb_typeof(intents) = 'object')),
  constraint proposal_status_check check (status in ('open', 'approved', 'rejected', 'superseded')),
  primary key (organization_id, id),
  foreign key (organization_id, skill_id) references skill (organization_id, id) on delete cascade
);
-- One open proposal per section: concurrent drafts meet here, not in the application.
create unique index proposal_open_section_idx on proposal (organization_id, skill_id, section) where status = 'open';
create index proposal_skill_id_idx on proposal (organization_id, skill_id);
create index proposal_status_decided_at_idx on proposal (organization_id, status, decided_at, id);
create index proposal_status_effect_idx on proposal (organization_id, status, uploaded, effect_spared, evidence_count, created_at, id);

create table proposal_hunk (
  organization_id uuid not null,
  id uuid not null,
  proposal_id uuid not null,
  "position" integer not null,
  current_text text not null,
  proposed_text text not null,
  edited_text text,
  rationale text not null,
  decision text not null default 'open',
  feedback text,
  effect_spared integer not null default 0,
  effect_touched integer not null default 0,
  constraint proposal_hunk_decision_check check (decision in ('open', 'approved', 'rejected')),
  primary key (organization_id, id),
  unique (organization_id, proposal_id, "position"),
  foreign key (organization_id, proposal_id) references proposal (organization_id, id) on delete cascade
);

create table proposal_comment (
  organization_id uuid not null,
  id uuid not null,
  proposal_id uuid not null,
  hunk_id uuid,
  body text not null,
  author_kind text not null,
  author_id text not null,
  author_name text not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, proposal_id) references proposal (organization_id, id) on delete cascade
);
create index proposal_comment_proposal_id_idx on proposal_comment (organization_id, proposal_id, id);

create table proposal_evidence (
  organization_id uuid not null,
  id uuid not null,
  hunk_id uuid not null,
  finding_id uuid,
  memory_id uuid,
  primary key (organization_id, id),
  foreign key (organization_id, finding_id) references finding (organization_id, id) on delete set null (finding_id),
  foreign key (organization_id, hunk_id) references proposal_hunk (organization_id, id) on delete cascade,
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete set null (memory_id)
);
create index proposal_evidence_finding_id_idx on proposal_evidence (organization_id, finding_id);
create index proposal_evidence_hunk_id_idx on proposal_evidence (organization_id, hunk_id);
create index proposal_evidence_memory_id_idx on proposal_evidence (organization_id, memory_id);

create table delivery (
  organization_id uuid not null,
  id uuid not null,
  skill_id uuid not null,
  version_number integer not null,
  mode text not null,
  base_sha256 text not null,
  status text not null default 'pending',
  error text,
  found_sha256 text,
  attempts integer not null default 0,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  branch text,
  commit_sha text,
  url text,
  pull_request integer,
  followed_at timestamptz(3),
  constraint delivery_status_check
    check (status in ('pending', 'open', 'delivered', 'conflict', 'failed', 'closed', 'superseded')),
  primary key (organization_id, id),
  foreign key (organization_id, skill_id) references skill (organization_id, id) on delete cascade
);
create index delivery_skill_id_created_at_idx on delivery (organization_id, skill_id, created_at);
create index delivery_status_idx on delivery (organization_id, status);

create table language_model_use (
  organization_id uuid not null,
  id uuid not null,
  purpose text not null,
  input_sha256 text not null,
  model text not null,
  state text not null,
  input_tokens integer not null,
  output_tokens integer not null,
  cost_usd double precision,
  created_at timestamptz(3) not null default now(),
  constraint language_model_use_state_check check (state in ('reserved', 'answered', 'failed')),
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade
);
create index language_model_use_created_at_idx on language_model_use (organization_id, created_at);
create index language_model_use_input_idx on language_model_use (organization_id, input_sha256);

create table memory_reading (
  organization_id uuid not null,
  memory_id uuid not null,
  rules integer not null,
  statement_sha256 text not null,
  read_at timestamptz(3) not null default now(),
  primary key (organization_id, memory_id),
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade
);

create table memory_claim (
  organization_id uuid not null,
  memory_id uuid not null,
  key text not null,
  side text not null,
  rule text not null,
  subject text not null,
  primary key (organization_id, memory_id, key),
  foreign key (organization_id, memory_id) references memory_reading (organization_id, memory_id) on delete cascade
);
create index memory_claim_key_idx on memory_claim (organization_id, key, side);

create table memory_conflict (
  organization_id uuid not null,
  id uuid not null,
  key text not null,
  rule text not null,
  subject text not null,
  explanation text not null,
  status text not null default 'open',
  session_id text,
  found_at timestamptz(3) not null default now(),
  found_by_kind text not null,
  found_by_id text not null,
  found_by_name text not null,
  decision text,
  decided_at timestamptz(3),
  decided_by_kind text,
  decided_by_id text,
  decided_by_name text,
  reason text,
  kept_id uuid,
  steps jsonb not null default '[]',
  version integer not null default 1,
  constraint memory_conflict_status_check check (status in ('open', 'resolved', 'dismissed')),
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade
);
create index memory_conflict_session_id_idx on memory_conflict (organization_id, session_id)
  where session_id is not null;
create index memory_conflict_status_idx on memory_conflict (organization_id, status, found_at, id);

create table memory_conflict_member (
  organization_id uuid not null,
  conflict_id uuid not null,
  memory_id uuid not null,
  side text not null,
  statement_sha256 text not null,
  primary key (organization_id, conflict_id, memory_id),
  foreign key (organization_id, conflict_id) references memory_conflict (organization_id, id) on delete cascade,
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade
);
create index memory_conflict_member_memory_id_idx on memory_conflict_member (organization_id, memory_id);

create table consolidation (
  organization_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null default now(),
  session_id text,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  merged integer not null,
  promoted integer not null,
  ended integer not null,
  conflicts integer not null,
  steps jsonb not null default '[]',
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade
);
create index consolidation_at_idx on consolidation (organization_id, at, id);
create index consolidation_session_id_idx on consolidation (organization_id, session_id) where session_id is not null;

create table agent_session (
  organization_id uuid not null,
  id uuid not null,
  session_id text not null,
  client text not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  repository_id uuid,
  ref text,
  started_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  stopped_at timestamptz(3),
  report jsonb,
  ended_at timestamptz(3),
  ended_by text,
  primary key (organization_id, id),
  unique (organization_id, session_id),
  foreign key (organization_id) references organization (id) on delete cascade,
  foreign key (organization_id, repository_id)
    references repository (organization_id, id) on delete set null (repository_id)
);
create index agent_session_last_seen_at_idx on agent_session (organization_id, last_seen_at, id);
create index agent_session_open_idx on agent_session (organization_id, last_seen_at) where ended_at is null;

create table session_step (
  organization_id uuid not null,
  id uuid not null,
  session_id text not null,
  at timestamptz(3) not null default now(),
  hook text not null,
  agent_type text,
  task text,
  category text,
  success boolean,
  duration_seconds double precision,
  memory_ids uuid[] not null default '{}'::uuid[],
  learned integer not null default 0,
  note text,
  latency_ms double precision not null,
  primary key (organization_id, id),
  foreign key (organization_id, session_id) references agent_session (organization_id, session_id) on delete cascade
);
create index session_step_at_idx on session_step (organization_id, at);
create index session_step_session_id_idx on session_step (organization_id, session_id, at);

create table answer_reading (
  organization_id uuid not null,
  id uuid not null,
  step_id uuid,
  session_id text,
  repository_id uuid,
  actor jsonb not null,
  agent_type text not null,
  category text not null,
  task text,
  success boolean not null,
  duration_seconds double precision,
  text text,
  left_out integer not null,
  state text not null default 'waiting',
  problem text,
  model text,
  prompt_version text,
  memory_ids uuid[] not null default '{}'::uuid[],
  learned integer not null default 0,
  refused jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  pending_repository text,
  constraint answer_reading_state_check check (state in ('waiting', 'read', 'skipped', 'failed')),
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade,
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade,
  foreign key (organization_id, step_id) references session_step (organization_id, id) on delete cascade
);
create index answer_reading_created_at_idx on answer_reading (organization_id, created_at);
create index answer_reading_repository_id_idx on answer_reading (organization_id, repository_id);
create index answer_reading_step_id_idx on answer_reading (organization_id, step_id);

create table import_source (
  organization_id uuid not null,
  source_id uuid not null,
  name text not null,
  ids text not null,
  first_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now(),
  constraint import_source_ids_check check (ids in ('kept', 'mapped')),
  primary key (organization_id, source_id),
  foreign key (organization_id) references organization (id) on delete cascade
);

create table import_alias (
  organization_id uuid not null,
  source_id uuid not null,
  record_id uuid not null,
  here_id uuid not null,
  primary key (organization_id, source_id, record_id),
  constraint import_alias_source_id_fkey foreign key (organization_id, source_id)
    references import_source (organization_id, source_id) on delete cascade
);

alter table citation add foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade;

alter table held_verdict add foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade;

create function finding_rollup_on_delete() returns trigger
    language plpgsql
    as $$
begin
  perform 1 from finding_rollup kept
  join (select distinct r.* from old_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
      f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 0) r) r
    on kept.organization_id = r.organization_id and kept.dimension = r.dimension and kept.value = r.value and kept.day = r.day and kept.rule_category = r.rule_category and kept.repository_id = r.repository_id and kept.skill = r.skill and kept.addressed_at = r.addressed_at
  order by kept.organization_id, kept.dimension, kept.value, kept.day, kept.rule_category, kept.repository_id, kept.skill, kept.addressed_at
  for update of kept;
  update finding_rollup kept set implement = kept.implement - r.implement, reject = kept.reject - r.reject,
    defer = kept.defer - r.defer, clarify = kept.clarify - r.clarify
  from (
    select r.organization_id, r.dimension, r.value, r.day, r.rule_category, r.repository_id, r.skill, r.addressed_at,
      sum(r.implement) as implement, sum(r.reject) as reject, sum(r.defer) as defer, sum(r.clarify) as clarify
    from old_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
      f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 1) r
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ) r
  where kept.organization_id = r.organization_id and kept.dimension = r.dimension and kept.value = r.value and kept.day = r.day and kept.rule_category = r.rule_category and kept.repository_id = r.repository_id and kept.skill = r.skill and kept.addressed_at = r.addressed_at;
  delete from finding_rollup kept
  using (select distinct r.* from old_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
      f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 0) r) r
  where kept.organization_id = r.organization_id and kept.dimension = r.dimension and kept.value = r.value and kept.day = r.day and kept.rule_category = r.rule_category and kept.repository_id = r.repository_id and kept.skill = r.skill and kept.addressed_at = r.addressed_at
    and kept.implement = 0 and kept.reject = 0 and kept.defer = 0 and kept.clarify = 0;
  return null;
end $$;

create function finding_rollup_on_insert() returns trigger
    language plpgsql
    as $$
begin
  insert into finding_rollup as kept
  select r.organization_id, r.dimension, r.value, r.day, r.rule_category, r.repository_id, r.skill, r.addressed_at,
    sum(r.implement), sum(r.reject), sum(r.defer), sum(r.clarify)
  from new_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
      f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 1) r
  group by 1, 2, 3, 4, 5, 6, 7, 8
  order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict (organization_id, dimension, value, day, rule_category, repository_id, skill, addressed_at)
  do update set implement = kept.implement + excluded.implement, reject = kept.reject + excluded.reject,
    defer = kept.defer + excluded.defer, clarify = kept.clarify + excluded.clarify;
  return null;
end $$;

create function finding_rollup_on_update() returns trigger
    language plpgsql
    as $$
begin
  insert into finding_rollup as kept
  select r.organization_id, r.dimension, r.value, r.day, r.rule_category, r.repository_id, r.skill, r.addressed_at,
    sum(r.implement), sum(r.reject), sum(r.defer), sum(r.clarify)
  from (
    select r.* from old_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
      f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, -1) r
    union all
    select r.* from new_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
      f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 1) r
  ) r
  group by 1, 2, 3, 4, 5, 6, 7, 8
  having sum(r.implement) <> 0 or sum(r.reject) <> 0 or sum(r.defer) <> 0 or sum(r.clarify) <> 0
  order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict (organization_id, dimension, value, day, rule_category, repository_id, skill, addressed_at)
  do update set implement = kept.implement + excluded.implement, reject = kept.reject + excluded.reject,
    defer = kept.defer + excluded.defer, clarify = kept.clarify + excluded.clarify;
  delete from finding_rollup kept
  using (select distinct r.* from old_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
      f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 0) r) r
  where kept.organization_id = r.organization_id and kept.dimension = r.dimension and kept.value = r.value and kept.day = r.day and kept.rule_category = r.rule_category and kept.repository_id = r.repository_id and kept.skill = r.skill and kept.addressed_at = r.addressed_at
    and kept.implement = 0 and kept.reject = 0 and kept.defer = 0 and kept.clarify = 0;
  return null;
end $$;

-- The rows a finding counts in, with a sign: one for all of them and one for each further question.
create function finding_rollup_rows(
  organization_id uuid, found_at timestamptz,
  rule_category text, repository_id uuid, skill text, agent text, developer text, file_pattern text,
  addressed_at timestamptz, disposition text, sign integer
) returns setof finding_rollup
    language sql immutable
    as $_$
  select $1, asked.dimension, asked.value,
    (date_trunc('day', $2 at time zone 'UTC') at time zone 'UTC')::timestamptz(3), $3,
    case when asked.dimension = 'rule' then '00000000-0000-0000-0000-000000000000'::uuid
      else coalesce($4, '00000000-0000-0000-0000-000000000000'::uuid) end,
    case when asked.dimension = 'rule' then '' else coalesce($5, '') end,
    case when asked.dimension = 'rule' then timestamptz '1970-01-01 00:00:00+00'
      else coalesce($9, timestamptz '1970-01-01 00:00:00+00') end::timestamptz(3),
    ($10 = 'implement')::int * $11, ($10 = 'reject')::int * $11,
    ($10 = 'defer')::int * $11, ($10 = 'clarify')::int * $11
  from (values
    ('', ''), ('rule', ''), ('agent', coalesce($6, '')), ('developer', coalesce($7, '')), ('file_pattern', $8)
  ) asked (dimension, value)
$_$;

comment on table finding_rollup is 'derived: kept by triggers on finding, left out of backups';
create trigger finding_rollup_delete after delete on finding
  referencing old table as old_rows
  for each statement execute function finding_rollup_on_delete();
create trigger finding_rollup_insert after insert on finding
  referencing new table as new_rows
  for each statement execute function finding_rollup_on_insert();
create trigger finding_rollup_update after update on finding
  referencing old table as old_rows new table as new_rows
  for each statement execute function finding_rollup_on_update();
