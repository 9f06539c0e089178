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
