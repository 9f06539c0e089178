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
