create table memory_probe (
  organization_id uuid not null,
  id uuid not null,
  memory_id uuid not null,
  repository_id uuid not null,
  rule text not null,
  at_least integer,
  paths text[] not null,
  except_paths text[] not null,
  digest text not null,
  status text not null,
  matches integer not null,
  support integer,
  files integer not null,
  places jsonb not null default '[]',
  findings jsonb,
  checked_commit text not null,
  checked_at timestamptz(3) not null,
  violated_commit text,
  violated_since timestamptz(3),
  problem text,
  revision integer not null default 1,
  created_by_kind text not null,
  created_by_id text not null,
  created_by_name text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint memory_probe_status_check check (status in ('holds', 'violated', 'unknown')),
  primary key (organization_id, id),
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade,
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade
);
create unique index memory_probe_organization_id_memory_id_key on memory_probe (organization_id, memory_id);
create index memory_probe_organization_id_repository_id_status_idx on memory_probe (organization_id, repository_id, status);

create table probe_check (
  organization_id uuid not null,
  id uuid not null,
  probe_id uuid not null,
  commit_sha text not null,
  status text not null,
  matches integer not null,
  support integer,
  files integer not null,
  checked_at timestamptz(3) not null,
  constraint probe_check_status_check check (status in ('holds', 'violated', 'unknown')),
  primary key (organization_id, id),
  foreign key (organization_id, probe_id) references memory_probe (organization_id, id) on delete cascade
);
create index probe_check_organization_id_probe_id_checked_at_idx on probe_check (organization_id, probe_id, checked_at);
