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
