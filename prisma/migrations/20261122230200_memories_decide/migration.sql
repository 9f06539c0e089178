-- What an agent would do to a memory that is not its own; a person decides.
create table memory_suggestion (
  organization_id uuid not null,
  id uuid not null,
  memory_id uuid not null,
  action text not null,
  reason text,
  correction jsonb,
  content_sha256 text not null,
  memory_version integer not null,
  status text not null default 'open',
  suggested_at timestamptz(3) not null,
  suggested_by_kind text not null,
  suggested_by_id text not null,
  suggested_by_name text not null,
  decided_at timestamptz(3),
  decided_by_kind text,
  decided_by_id text,
  decided_by_name text,
  decision_reason text,
  event_id uuid,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade on update cascade,
  check (action in ('invalidate', 'supersede', 'delete')),
  check (status in ('open', 'accepted', 'rejected')),
  check ((status = 'open') = (decided_at is null))
);
create index memory_suggestion_organization_id_status_id_idx on memory_suggestion (organization_id, status, id);
create index memory_suggestion_organization_id_memory_id_idx on memory_suggestion (organization_id, memory_id);
-- The same suggestion again, while it waits, adds nothing.
create unique index memory_suggestion_open_idx on memory_suggestion (organization_id, memory_id, content_sha256)
  where status = 'open';

-- Every key with memories:write took memories of others out of service. Only keys that were trusted to manage or decide
-- something else keep that.
update agent_key set permissions = array_append(permissions, 'memories:decide')
where 'memories:write' = any(permissions) and not 'memories:decide' = any(permissions)
  and exists (select 1 from unnest(permissions) as p where p like '%:manage' or p like '%:decide');
