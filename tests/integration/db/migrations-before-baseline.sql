-- migration: 20261121000000_foundation
-- The first state of every room. Keys lead with the organization, so no row can refer to another organization's.
create extension if not exists vector;
create extension if not exists pg_trgm;

-- access ----------------------------------------------------------------------------------------------
create table organization (
  id uuid not null primary key,
  slug text not null unique,
  name text not null,
  settings jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table person (
  id uuid not null primary key,
  email text not null unique,
  name text not null,
  image text,
  created_at timestamptz(3) not null default now()
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
  token_hash text not null primary key,
  person_id uuid not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  foreign key (person_id) references person (id) on delete cascade
);
create index login_link_person_id_idx on login_link (person_id);

create table member (
  organization_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  role text not null,
  created_at timestamptz(3) not null default now(),
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
  key_hash text not null unique,
  permissions text[] not null default '{}',
  agent_types text[] not null default '{}',
  repository_ids uuid[] not null default '{}',
  all_repositories boolean not null default true,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade,
  foreign key (organization_id, agent_id) references agent (organization_id, id) on delete cascade
);
create index agent_key_agent_id_idx on agent_key (organization_id, agent_id);
create index agent_key_created_at_id_idx on agent_key (organization_id, created_at, id);

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


-- citations -------------------------------------------------------------------------------------------
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
  primary key (organization_id, id),
  unique (organization_id, name),
  foreign key (organization_id) references organization (id) on delete cascade
);

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
  position integer not null default 0,
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
  primary key (organization_id, id),
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade
);
create index citation_memory_id_position_idx on citation (organization_id, memory_id, position);
create index citation_repository_id_anchor_path_idx on citation (organization_id, repository_id, anchor_path);
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


-- memories --------------------------------------------------------------------------------------------
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
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade,
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade,
  foreign key (organization_id, superseded_by) references memory (organization_id, id) on delete set null (superseded_by)
);
create index memory_refreshed_at_id_idx on memory (organization_id, refreshed_at, id);
create index memory_created_at_id_idx on memory (organization_id, created_at, id);
create index memory_status_refreshed_at_idx on memory (organization_id, status, refreshed_at);
create index memory_repository_id_refreshed_at_id_idx on memory (organization_id, repository_id, refreshed_at, id);
create index memory_duplicate_sha256_idx on memory (organization_id, duplicate_sha256);
create index memory_superseded_by_idx on memory (organization_id, superseded_by);

create table memory_embedding (
  organization_id uuid not null,
  memory_id uuid not null,
  embedder_id text not null,
  embedding halfvec not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, memory_id, embedder_id),
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade
);

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


-- reviews ---------------------------------------------------------------------------------------------
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
  primary key (organization_id, id),
  unique (organization_id, review_id, number),
  foreign key (organization_id, review_id) references review (organization_id, id) on delete cascade,
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete set null (memory_id)
);
create index finding_found_at_id_idx on finding (organization_id, found_at, id);
create index finding_rule_category_found_at_idx on finding (organization_id, rule_category, found_at);
create index finding_memory_id_idx on finding (organization_id, memory_id);


-- skills ----------------------------------------------------------------------------------------------
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
  primary key (organization_id, id),
  foreign key (organization_id, skill_id) references skill (organization_id, id) on delete cascade
);
create index proposal_status_evidence_count_idx on proposal (organization_id, status, evidence_count, created_at, id);
create index proposal_skill_id_idx on proposal (organization_id, skill_id);

create table proposal_hunk (
  organization_id uuid not null,
  id uuid not null,
  proposal_id uuid not null,
  position integer not null,
  current_text text not null,
  proposed_text text not null,
  edited_text text,
  rationale text not null,
  decision text not null default 'open',
  feedback text,
  primary key (organization_id, id),
  unique (organization_id, proposal_id, position),
  foreign key (organization_id, proposal_id) references proposal (organization_id, id) on delete cascade
);

create table proposal_evidence (
  organization_id uuid not null,
  id uuid not null,
  hunk_id uuid not null,
  finding_id uuid,
  memory_id uuid,
  primary key (organization_id, id),
  foreign key (organization_id, hunk_id) references proposal_hunk (organization_id, id) on delete cascade,
  foreign key (organization_id, finding_id) references finding (organization_id, id) on delete set null (finding_id),
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete set null (memory_id)
);
create index proposal_evidence_hunk_id_idx on proposal_evidence (organization_id, hunk_id);
create index proposal_evidence_finding_id_idx on proposal_evidence (organization_id, finding_id);
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
  primary key (organization_id, id),
  foreign key (organization_id, skill_id) references skill (organization_id, id) on delete cascade
);
create index delivery_skill_id_created_at_idx on delivery (organization_id, skill_id, created_at);
create index delivery_status_idx on delivery (organization_id, status);

alter table citation add foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade;

-- search -------------------------------------------------------------------------------------------------
-- The document of a memory is normalised by the application (identifiers split), then indexed here.
alter table memory add column search_vector tsvector generated always as (to_tsvector('english', search_text)) stored;
create index memory_search_vector_idx on memory using gin (search_vector);
create index memory_search_text_trgm_idx on memory using gin (search_text gin_trgm_ops);
create index memory_metadata_idx on memory using gin (metadata jsonb_path_ops);
create index memory_tags_idx on memory using gin (tags);

-- The pair is the identity of the default local embedder; other embedders' indexes are built by a job.
create index memory_embedding_minilm_idx on memory_embedding
  using hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) where embedder_id = 'minilm-l6-v2@384/split1/128';

-- One open proposal per section: concurrent drafts meet here, not in the application.
create unique index proposal_open_section_idx on proposal (organization_id, skill_id, section) where status = 'open';

-- words that a column may hold ---------------------------------------------------------------------------
alter table member add check (role in ('owner', 'lead', 'developer'));
alter table repository add check (source_kind in ('path', 'url'));
alter table citation add check (line_start >= 1 and line_end >= line_start);
alter table citation add check (status in ('unchecked', 'unchanged', 'moved', 'renamed', 'edited', 'missing', 'unreachable'));
alter table memory add check (status in ('active', 'drifted', 'superseded', 'invalid', 'expired', 'quarantined'));
alter table memory add check (scope in ('global', 'repository', 'agent', 'session'));
alter table memory add check (quality between 0 and 1);
alter table memory add check (scope <> 'repository' or repository_id is not null);
alter table finding add check (disposition in ('implement', 'reject', 'defer', 'clarify'));
alter table proposal add check (status in ('open', 'approved', 'rejected', 'superseded'));
alter table proposal_hunk add check (decision in ('open', 'approved', 'rejected'));
alter table delivery add check (status in ('pending', 'delivered', 'conflict', 'failed', 'superseded'));

-- migration: 20261121121500_citations_repository_check
-- One run over the citations of a repository: asked for, after a push, or nightly. It shows its progress, and one
-- that was cut off goes on after `cursor`, the last memory whose checks are recorded.
create table repository_check (
  organization_id uuid not null,
  id uuid not null,
  repository_id uuid not null,
  cause text not null,
  everything boolean not null default false,
  memory_ids uuid[] not null default '{}',
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
  primary key (organization_id, id),
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade
);
create index repository_check_repository_id_id_idx on repository_check (organization_id, repository_id, id);
create index repository_check_open_idx on repository_check (organization_id, repository_id)
  where status in ('waiting', 'running');
alter table repository_check add check (cause in ('request', 'push', 'nightly'));
alter table repository_check add check (status in ('waiting', 'running', 'done', 'failed', 'superseded'));

-- Deliveries of webhooks that were taken in: one that comes again, under its own id or with its own body under
-- another, changes nothing.
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

-- The runs of checks and of expiry find what they are about by these.
create index citation_repository_id_memory_id_idx on citation (organization_id, repository_id, memory_id);

-- migration: 20261121141500_skills_review_desk
-- The review desk: who looks at a proposal, what it is expected to do, what writing it cost, what was said about it.
alter table proposal
  add column assignee_id uuid,
  add column assignee_name text,
  add column input_sha256 text,
  add column prompt_version text,
  add column fallback text,
  add column input_tokens integer not null default 0,
  add column output_tokens integer not null default 0,
  add column cost_usd double precision,
  add column effect_spared integer not null default 0,
  add column effect_rejected integer not null default 0,
  add column effect_touched integer not null default 0,
  add column effect_implemented integer not null default 0,
  add column effect_at timestamptz(3);
create index proposal_status_effect_idx
  on proposal (organization_id, status, effect_spared, evidence_count, created_at, id);

alter table proposal_hunk
  add column effect_spared integer not null default 0,
  add column effect_touched integer not null default 0;

-- A comment outlives the hunk it was about when the proposal is drafted anew, so no key binds it to one.
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

-- Deliveries that end in a branch or a pull request, and what became of them there.
alter table delivery
  add column branch text,
  add column commit_sha text,
  add column url text,
  add column pull_request integer,
  add column followed_at timestamptz(3);
alter table delivery drop constraint delivery_status_check;
alter table delivery add check
  (status in ('pending', 'open', 'delivered', 'conflict', 'failed', 'closed', 'superseded'));

-- What language models were asked to do, for the daily budget. A row is written before the call and counts in full
-- until the answer says how much it was.
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
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade
);
create index language_model_use_created_at_idx on language_model_use (organization_id, created_at);
create index language_model_use_input_idx on language_model_use (organization_id, input_sha256);
alter table language_model_use add check (state in ('reserved', 'answered', 'failed'));

-- migration: 20261121151000_reviews_rollups
-- Rates of rules from counts that the database keeps, exact to the row: every statement that changes findings changes
-- the counts in the same transaction. Rows lead with what a page asks by; '' and the nil UUID stand for none, and
-- addressed_at 1970 for findings that no skill version took up, so that the whole key can be unique.
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
comment on table finding_rollup is 'derived: kept by triggers on finding, left out of backups';
create index finding_rollup_day_idx on finding_rollup (organization_id, dimension, day);

create index finding_developer_found_at_idx on finding (organization_id, developer, found_at);
create index finding_file_pattern_found_at_idx on finding (organization_id, file_pattern, found_at);

-- The rows a finding counts in, with a sign: one for all of them and one for each further question.
create function finding_rollup_rows(
  organization_id uuid, found_at timestamptz, rule_category text, repository_id uuid, skill text,
  agent text, developer text, file_pattern text, addressed_at timestamptz, disposition text, sign integer
) returns setof finding_rollup language sql immutable as $$
  select $1, asked.dimension, asked.value,
    (date_trunc('day', $2 at time zone 'UTC') at time zone 'UTC')::timestamptz(3), $3,
    coalesce($4, '00000000-0000-0000-0000-000000000000'::uuid), coalesce($5, ''),
    coalesce($9, timestamptz '1970-01-01 00:00:00+00')::timestamptz(3),
    ($10 = 'implement')::int * $11, ($10 = 'reject')::int * $11,
    ($10 = 'defer')::int * $11, ($10 = 'clarify')::int * $11
  from (values
    ('', ''), ('agent', coalesce($6, '')), ('developer', coalesce($7, '')), ('file_pattern', $8)
  ) asked (dimension, value)
$$;

-- Rows are locked in the order of their key, so that two writers do not wait for each other in a circle.
create function finding_rollup_on_insert() returns trigger language plpgsql as $$
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

create function finding_rollup_on_update() returns trigger language plpgsql as $$
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

-- Only takes away: while an organization is removed, its counts may be gone before its findings.
create function finding_rollup_on_delete() returns trigger language plpgsql as $$
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

create trigger finding_rollup_insert after insert on finding
  referencing new table as new_rows for each statement execute function finding_rollup_on_insert();
create trigger finding_rollup_update after update on finding
  referencing old table as old_rows new table as new_rows for each statement execute function finding_rollup_on_update();
create trigger finding_rollup_delete after delete on finding
  referencing old table as old_rows for each statement execute function finding_rollup_on_delete();

insert into finding_rollup
select r.organization_id, r.dimension, r.value, r.day, r.rule_category, r.repository_id, r.skill, r.addressed_at,
  sum(r.implement), sum(r.reject), sum(r.defer), sum(r.clarify)
from finding f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
      f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 1) r
group by 1, 2, 3, 4, 5, 6, 7, 8;

-- Who put findings under another rule, when, and from which: one change is one decision of a person, over any number of
-- findings, and is taken back as one.
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
create index finding_change_finding_id_idx on finding_change (organization_id, finding_id, id);
create index finding_change_change_id_idx on finding_change (organization_id, change_id);

-- migration: 20261121151200_recall_ledger
-- Context packs, the ledger of recalls, expectations, settings of repositories, and statistics of words for search.
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
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade,
  foreign key (organization_id, repository_id) references repository (organization_id, id)
    on delete set null (repository_id)
);
create index recall_at_id_idx on recall (organization_id, at, id);
create index recall_session_id_at_idx on recall (organization_id, session_id, at);
create index recall_repository_id_at_id_idx on recall (organization_id, repository_id, at, id);
create index recall_agent_type_at_id_idx on recall (organization_id, agent_type, at, id);

create table recall_candidate (
  organization_id uuid not null,
  recall_id uuid not null,
  memory_id uuid not null,
  position integer not null,
  part text not null,
  place text not null,
  reason text not null,
  score double precision not null,
  scores jsonb not null default '{}',
  tokens integer not null default 0,
  primary key (organization_id, recall_id, memory_id),
  foreign key (organization_id, recall_id) references recall (organization_id, id) on delete cascade,
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade
);
create index recall_candidate_memory_id_recall_id_idx on recall_candidate (organization_id, memory_id, recall_id);

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
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade,
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade
);
create index recall_expectation_memory_id_idx on recall_expectation (organization_id, memory_id);

alter table recall add check (outcome in ('served', 'empty', 'off', 'refused', 'failed'));
alter table recall_candidate add check (place in ('served', 'check_before_use', 'out'));

-- What became of a served memory is an event of that memory that names the recall.
create index memory_event_recall_idx on memory_event (organization_id, (detail->>'recall_id'))
  where detail ? 'recall_id';

-- Parts of a pack that are chosen by what their kind carries, not by likeness.
create index memory_rejection_pattern_idx on memory (organization_id, (metadata->>'file_pattern'))
  where kind = 'rejection_pattern';
create index memory_framework_idx on memory (organization_id, (metadata->>'framework'))
  where kind = 'framework_knowledge';
create index memory_preference_idx on memory (organization_id, (metadata->>'developer_id'))
  where kind = 'developer_preference';

-- Search in large organizations.
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

-- migration: 20261121151500_access_connections
create table connection (
  organization_id uuid not null references organization (id) on delete cascade,
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
  primary key (organization_id, id)
);
-- A webhook names its connection alone.
create unique index connection_id_key on connection (id);
create unique index connection_label_key on connection (organization_id, label);

alter table repository
  add column connection_id uuid,
  add foreign key (organization_id, connection_id) references connection (organization_id, id);
create index repository_connection_id_idx on repository (organization_id, connection_id);

-- migration: 20261121153500_reviews_imports
-- Many evaluations at once, or the findings of another tool, on their way in: each item with what became of it and why.
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
  position integer not null,
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
  primary key (organization_id, import_id, position),
  foreign key (organization_id, import_id) references review_import (organization_id, id) on delete cascade
);
create index review_import_item_state_idx on review_import_item (organization_id, import_id, state, position);
create index review_import_item_key_idx on review_import_item (organization_id, key) where key is not null;

-- migration: 20261121154400_citations_github_source
-- A repository may be read through a connection to GitHub.
alter table repository
  drop constraint repository_source_kind_check,
  add constraint repository_source_kind_check check (source_kind in ('path', 'url', 'github')),
  add constraint repository_connection_check check (source_kind <> 'github' or connection_id is not null);

-- migration: 20261121154500_sessions
create table agent_session (
  organization_id uuid not null references organization (id) on delete cascade,
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
  primary key (organization_id, id),
  unique (organization_id, session_id),
  foreign key (organization_id, repository_id) references repository (organization_id, id)
    on delete set null (repository_id)
);
create index agent_session_last_seen_at_idx on agent_session (organization_id, last_seen_at, id);

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
  memory_ids uuid[] not null default '{}',
  learned integer not null default 0,
  note text,
  latency_ms double precision not null,
  primary key (organization_id, id),
  foreign key (organization_id, session_id) references agent_session (organization_id, session_id) on delete cascade
);
create index session_step_session_id_idx on session_step (organization_id, session_id, at);

-- migration: 20261121154900_citations_check_cause
-- A run may be asked for because memories were used that could not be checked in time.
alter table repository_check drop constraint repository_check_cause_check;
alter table repository_check add constraint repository_check_cause_check
  check (cause in ('request', 'push', 'nightly', 'use'));

-- migration: 20261121162500_reviews_addressed_index
-- Which rules a skill version took up, and when, without reading every count.
create index finding_rollup_addressed_idx
  on finding_rollup (organization_id, rule_category, repository_id, skill, addressed_at)
  where dimension = '' and addressed_at > timestamptz '1970-01-01 00:00:00+00';

-- migration: 20261121163600_reviews_rollup_of_rules
-- One row a day for each rule of the whole organization: what the rules page asks first, without adding up every
-- repository and skill.
create or replace function finding_rollup_rows(
  organization_id uuid, found_at timestamptz, rule_category text, repository_id uuid, skill text,
  agent text, developer text, file_pattern text, addressed_at timestamptz, disposition text, sign integer
) returns setof finding_rollup language sql immutable as $$
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
$$;

insert into finding_rollup
select organization_id, 'rule', '', day, rule_category, '00000000-0000-0000-0000-000000000000'::uuid, '',
  timestamptz '1970-01-01 00:00:00+00', sum(implement), sum(reject), sum(defer), sum(clarify)
from finding_rollup
where dimension = ''
group by organization_id, day, rule_category;

-- The rows of the few rules of a skill that a version took up.
create index finding_rollup_rule_idx
  on finding_rollup (organization_id, rule_category, repository_id, skill, day)
  where dimension = '';

-- migration: 20261121183500_skills_proposal_intents
-- What somebody asked for a rule on the rules board: {"naming": "disable"}. Rules not named get exceptions.
alter table proposal add column intents jsonb not null default '{}'
  constraint proposal_intents_check check (jsonb_typeof(intents) = 'object');

-- migration: 20261121183700_memories_safety
-- Which rules read a memory last: older ones are looked over again before they are served. What is there was read by the first.
alter table memory add column safety_version integer not null default 1;
create index memory_safety_idx on memory (organization_id, safety_version, id) where deleted_at is null;

-- A lead released this text from this rule: looking it over again finds nothing new.
create table memory_allowance (
  organization_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  memory_id uuid not null,
  rule text not null,
  text_sha256 text not null,
  created_by_kind text not null,
  created_by_id text not null,
  created_by_name text not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade
);
create index memory_allowance_text_idx on memory_allowance (organization_id, text_sha256, rule);
create index memory_allowance_memory_idx on memory_allowance (organization_id, memory_id);

-- migration: 20261121183900_access_git_authors
-- The names by which evaluations know a member, beside name and e-mail address: whose preferences they may see.
alter table member add column git_authors text[] not null default '{}';

-- migration: 20261121184000_hygiene
-- Of which rules, and which text of it, a memory's claims were read.
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
  organization_id uuid not null references organization (id) on delete cascade,
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
  primary key (organization_id, id),
  check (status in ('open', 'resolved', 'dismissed'))
);
create index memory_conflict_status_idx on memory_conflict (organization_id, status, found_at, id);
create index memory_conflict_session_id_idx on memory_conflict (organization_id, session_id) where session_id is not null;

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

-- What consolidation did, so that it can be told and taken back.
create table consolidation (
  organization_id uuid not null references organization (id) on delete cascade,
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
  primary key (organization_id, id)
);
create index consolidation_at_idx on consolidation (organization_id, at, id);
create index consolidation_session_id_idx on consolidation (organization_id, session_id) where session_id is not null;

-- Memories of one session, and suspected duplicates by how alike they are, without reading every memory.
create index memory_session_id_idx on memory (organization_id, session_id) where session_id is not null;
create index memory_link_relation_idx on memory_link (organization_id, relation, similarity);

-- Sessions end: with the run, or when nothing was heard of it for long.
alter table agent_session add column ended_at timestamptz(3);
alter table agent_session add column ended_by text;
create index agent_session_open_idx on agent_session (organization_id, last_seen_at) where ended_at is null;

-- migration: 20261121184000_upkeep_import
-- Where records were imported from, and what they are called here when that is not what they were called there.

create table import_source (
  organization_id uuid not null references organization (id) on delete cascade,
  source_id uuid not null,
  name text not null,
  ids text not null,
  first_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now(),
  primary key (organization_id, source_id)
);
alter table import_source add check (ids in ('kept', 'mapped'));

create table import_alias (
  organization_id uuid not null,
  source_id uuid not null,
  record_id uuid not null,
  here_id uuid not null,
  primary key (organization_id, source_id, record_id)
);
alter table import_alias add constraint import_alias_source_id_fkey
  foreign key (organization_id, source_id) references import_source (organization_id, source_id) on delete cascade;

-- migration: 20261121184500_memories_room_for_updates
-- Every serving adds a use to a memory, and every check touches a citation, without changing an indexed column. With room
-- left on the page PostgreSQL keeps the new row beside the old one and leaves the dozen indexes alone (heap-only tuples).
-- Pages that are full already get their room as they are rewritten.
alter table memory set (fillfactor = 85);
alter table citation set (fillfactor = 85);

-- migration: 20261121194000_sessions_step_times
-- The agents page sums the steps of a period.
create index session_step_at_idx on session_step (organization_id, at);

-- migration: 20261121222300_access_key_rotation
-- The key that took a key's place when it was rotated. No foreign key: keys are never deleted singly.
alter table agent_key add column replaced_by uuid;

-- migration: 20261121224000_sessions_answer_reading
-- Agents' answers that a language model is to read for learnings. The hook writes the row, without secrets, beside the
-- job that asks the model; the text goes once it was read.
create table answer_reading (
  organization_id uuid not null references organization (id) on delete cascade,
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
  memory_ids uuid[] not null default '{}',
  learned integer not null default 0,
  refused jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, step_id) references session_step (organization_id, id) on delete cascade,
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade,
  check (state in ('waiting', 'read', 'skipped', 'failed'))
);
create index answer_reading_created_at_idx on answer_reading (organization_id, created_at);
create index answer_reading_step_id_idx on answer_reading (organization_id, step_id);
create index answer_reading_repository_id_idx on answer_reading (organization_id, repository_id);

-- migration: 20261121230000_recall_speed
-- Without it a search among them goes through the whole vector index where there are none or few.
create index memory_review_kind_idx on memory (organization_id, kind)
  where kind in ('review_outcome', 'rejection_pattern');

-- migration: 20261122021000_skills_uploaded_first
-- A change that a person uploaded has no predicted effect to be ordered by; it stands before those that have one.
alter table proposal add column uploaded boolean not null default false;
update proposal set uploaded = true where drafter like 'by:%';

drop index proposal_status_effect_idx;
create index proposal_status_effect_idx
  on proposal (organization_id, status, uploaded, effect_spared, evidence_count, created_at, id);

-- migration: 20261122024600_memories_speed
-- A GIN index keeps what was written last in a list of its own, which every search reads to its end and one unlucky write
-- sorts in. At the default of 4 MB that is some 600 memories; at 64 kB, the least there is, about ten.
alter index memory_search_vector_idx set (gin_pending_list_limit = 64);
alter index memory_search_text_trgm_idx set (gin_pending_list_limit = 64);
alter index memory_metadata_idx set (gin_pending_list_limit = 64);
alter index memory_tags_idx set (gin_pending_list_limit = 64);

-- Memories by a file or folder: bytes in order, so that a folder is a range in every database's collation.
create index citation_anchor_path_idx on citation (organization_id, anchor_path collate "C");
create index citation_path_idx on citation (organization_id, path collate "C");

-- migration: 20261122055000_skills_decided_last_first
-- Decided proposals are listed by when they were decided; by evidence alone none have been since their effect is predicted.
create index proposal_status_decided_at_idx on proposal (organization_id, status, decided_at, id);
drop index proposal_status_evidence_count_idx;

-- migration: 20261122130200_recall_delivered
-- What packs put into the context windows of agents: the main agent's of a session, and each subagent's. A row counts
-- once its client confirmed it; the start of a window removes the rows of the one before.
create table delivered_memory (
  organization_id uuid not null references organization (id) on delete cascade,
  recall_id uuid not null,
  memory_id uuid not null,
  session_id text not null,
  context_window text not null,
  memory_version text not null,
  at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  primary key (organization_id, recall_id, memory_id),
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade
);
create index delivered_memory_session_id_idx on delivered_memory (organization_id, session_id, context_window);
create index delivered_memory_memory_id_idx on delivered_memory (organization_id, memory_id);
create index delivered_memory_at_idx on delivered_memory (organization_id, at);

-- migration: 20261122130400_scope_by_evidence
-- The right to store for the whole organization came with three agent types; now it is the key's own.
update agent_key set permissions = array_append(permissions, 'memories:global')
where agent_types && array['architect', 'security', 'reviewer'] and 'memories:write' = any(permissions)
  and not 'memories:global' = any(permissions);
-- A key that was made without naming types speaks as every type, which an empty list says.
update agent_key set agent_types = '{}' where agent_types = array['main'];

-- Saving any setting wrote the old default along with it; where somebody chose it, the audit knows.
update organization o set settings = o.settings - 'review_scope'
where o.settings->>'review_scope' = 'organization' and not exists (
  select 1 from audit_entry a where a.organization_id = o.id and a.operation = 'organization_update'
    and a.detail->'before'->>'review_scope' = 'repository' and a.detail->'after'->>'review_scope' = 'organization');

create table agent_refusal (
  organization_id uuid not null references organization (id) on delete cascade on update cascade,
  id uuid not null,
  what text not null,
  session_id text not null default '',
  agent text not null default '',
  agent_type text not null,
  named text not null default '',
  count integer not null default 1,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create unique index agent_refusal_same_idx on agent_refusal (organization_id, session_id, agent, agent_type, named, what);
create index agent_refusal_last_at_idx on agent_refusal (organization_id, last_at);

-- Kept for a repository that is not registered, by its name; somebody asked for it to reach everybody.
alter table memory add column pending_repository text, add column suggested_at timestamptz(3);
alter table memory drop constraint memory_check;
alter table memory add constraint memory_repository_check
  check (scope <> 'repository' or repository_id is not null or pending_repository is not null);
alter table answer_reading add column pending_repository text;
create index memory_pending_repository_idx on memory (organization_id, lower(pending_repository))
  where pending_repository is not null;
create index memory_suggested_idx on memory (organization_id, suggested_at) where suggested_at is not null;

-- Null: what was stored by earlier rules waits for the job that brings it under these; nothing was in later organizations.
alter table organization add column scopes_migrated_at timestamptz(3) default now();
update organization set scopes_migrated_at = null;

-- What is learned in two repositories, but for case, punctuation and white space.
create index memory_same_statement_idx on memory
  (organization_id, kind, md5(lower(regexp_replace(statement, '[^[:alnum:]]+', ' ', 'g'))))
  where kind in ('error_solution', 'anti_pattern') and scope in ('repository', 'global');

-- migration: 20261122130501_search
-- The default embedder's vectors since sentence punctuation is kept. The earlier ones are not searched any more, and
-- without their index the new ones are written as fast as before.
drop index memory_embedding_minilm_idx;
create index memory_embedding_minilm_idx on memory_embedding
  using hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) where embedder_id = 'minilm-l6-v2@384/split2/128';

-- migration: 20261122130600_recall_outcomes
-- Outcomes inferred from agents' answers, and sessions that get no memory so that both can be compared.
alter table organization add column holdout_secret text not null default gen_random_uuid()::text;

-- The group of a session, decided by the first pack that it would get while the holdout is on.
create table holdout_session (
  organization_id uuid not null references organization (id) on delete cascade,
  session_id text not null,
  repository_id uuid,
  held_out boolean not null,
  share double precision not null,
  decided_at timestamptz(3) not null default now(),
  primary key (organization_id, session_id),
  foreign key (organization_id, repository_id) references repository (organization_id, id)
    on delete set null (repository_id)
);
create index holdout_session_decided_at_idx on holdout_session (organization_id, decided_at);
create index holdout_session_repository_id_idx on holdout_session (organization_id, repository_id);

alter table recall drop constraint recall_outcome_check;
alter table recall add constraint recall_outcome_check
  check (outcome in ('served', 'empty', 'off', 'refused', 'failed', 'held_out'));
alter table recall_candidate drop constraint recall_candidate_place_check;
alter table recall_candidate add constraint recall_candidate_place_check
  check (place in ('served', 'check_before_use', 'out', 'held_out'));

-- What an answer suggests became of a memory that its session had been given. Uses that were reported are events of the
-- memory and override it.
create table recall_inference (
  organization_id uuid not null,
  recall_id uuid not null,
  memory_id uuid not null,
  outcome text not null,
  confidence double precision not null,
  evidence text[] not null default '{}',
  answers integer not null default 1,
  inferred_at timestamptz(3) not null default now(),
  primary key (organization_id, recall_id, memory_id),
  foreign key (organization_id, recall_id, memory_id)
    references recall_candidate (organization_id, recall_id, memory_id) on delete cascade,
  check (outcome in ('follows', 'contradicts', 'ignores', 'unknown'))
);
create index recall_inference_memory_id_idx on recall_inference (organization_id, memory_id);

-- migration: 20261122130700_memories_applies_to
-- The changes a memory applies to; null until a job infers them. The keys are derived, for finding it by changed files.
alter table memory add column applies_to jsonb, add column applies_to_keys text[] not null default '{}';
create index memory_applies_to_keys_idx on memory using gin (applies_to_keys) with (gin_pending_list_limit = 64);
create index memory_without_applies_to_idx on memory (organization_id, id) where applies_to is null;

-- migration: 20261122130900_recall_degraded
-- A recall that has nothing because a part was missing is not an empty one.
alter table recall drop constraint recall_outcome_check;
alter table recall add constraint recall_outcome_check
  check (outcome in ('served', 'empty', 'degraded', 'off', 'refused', 'failed', 'held_out'));

-- migration: 20261122140000_relevance_learning
-- How far an organization's outcomes lower the probabilities of a model of relevance.
create table relevance_learning (
  organization_id uuid not null references organization (id) on delete cascade,
  model text not null,
  shift double precision not null default 0,
  reported integer not null default 0,
  inferred integer not null default 0,
  expected integer not null default 0,
  right_count integer not null default 0,
  learned_at timestamptz(3) not null default now(),
  primary key (organization_id, model),
  check (shift between -1 and 0)
);

-- Outcomes before this moment are not learned from.
alter table organization add column relevance_reset_at timestamptz(3);

-- What the last replay made of the expected memory: the model that judged it and its log-odds as shipped.
alter table recall_expectation add column model text;
alter table recall_expectation add column log_odds double precision;

-- migration: 20261122140010_key_tool_sets
-- MCP tools beside the default ones that clients with this key see without asking for them by address.
alter table agent_key add column tool_sets text[] not null default '{}';

-- migration: 20261122140020_delivered_windows
-- What was delivered is kept when its context window ends, so that what was delivered twice into one can be counted.
alter table delivered_memory add column forgotten_at timestamptz(3);

-- migration: 20261122140110_search_graph
-- Where a vector is put into its index, 128 neighbours are compared instead of 64. With 64 a graph of 100,000 vectors had
-- wrong ends: one question in fifty to a hundred met none of its nearest. Holds at once for what is stored from now on,
-- and for the rest when the index is rebuilt, which is not done here because it locks out writers for minutes.
do $$
declare
  vector_index regclass;
begin
  for vector_index in
    select i.indexrelid from pg_index i
      join pg_class c on c.oid = i.indexrelid
      join pg_am a on a.oid = c.relam
    where i.indrelid = 'memory_embedding'::regclass and a.amname = 'hnsw'
  loop
    execute format('alter index %s set (ef_construction = 128)', vector_index);
  end loop;
end $$;

-- migration: 20261122160000_key_maker
-- The key with which an agent made this one; null: a person made it. An agent sees, rotates and revokes only those.
alter table agent_key add column created_by_key uuid;
alter table agent_key add constraint agent_key_created_by_key_fkey
  foreign key (organization_id, created_by_key) references agent_key (organization_id, id) on delete set null (created_by_key);
create index agent_key_created_by_key on agent_key (organization_id, created_by_key) where created_by_key is not null;

-- migration: 20261122190000_suspicious_heads
-- A commit whose verdicts would take so many memories out of service that a person is asked first.
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
  primary key (organization_id, id),
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade,
  check (status in ('open', 'confirmed', 'dismissed', 'passed'))
);
create unique index suspicious_head_organization_id_repository_id_commit_sha_key
  on suspicious_head (organization_id, repository_id, commit_sha);

-- Verdicts that are kept beside those on record, while their commit is suspicious or their sweep is under way.
create table held_verdict (
  organization_id uuid not null,
  repository_id uuid not null,
  commit_sha text not null,
  memory_id uuid not null,
  verdict text not null,
  citations jsonb not null,
  held_at timestamptz(3) not null,
  primary key (organization_id, repository_id, commit_sha, memory_id),
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade,
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade,
  check (verdict in ('drifted', 'missing'))
);
create index held_verdict_organization_id_memory_id_idx on held_verdict (organization_id, memory_id);

-- What checks took out of service under older rules is checked once more.
alter table repository add column checked_rules integer not null default 0;

alter table repository_check drop constraint repository_check_cause_check;
alter table repository_check add constraint repository_check_cause_check
  check (cause in ('request', 'push', 'nightly', 'use', 'rules'));

