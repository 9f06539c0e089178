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
