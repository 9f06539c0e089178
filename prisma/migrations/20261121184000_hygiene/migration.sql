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
