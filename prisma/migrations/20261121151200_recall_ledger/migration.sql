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
