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
