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
