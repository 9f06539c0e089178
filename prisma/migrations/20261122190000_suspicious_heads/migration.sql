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
