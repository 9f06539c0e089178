-- Which rules read a memory last: older ones are looked over again before they are served. What is there was read by the first.
alter table memory add column safety_version integer not null default 1;
create index memory_safety_idx on memory (organization_id, safety_version, id) where deleted_at is null;

-- A lead released this text from this rule: looking it over again finds nothing new.
create table memory_allowance (
  organization_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  memory_id uuid not null,
  rule text not null,
  text_sha256 text not null,
  created_by_kind text not null,
  created_by_id text not null,
  created_by_name text not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade
);
create index memory_allowance_text_idx on memory_allowance (organization_id, text_sha256, rule);
create index memory_allowance_memory_idx on memory_allowance (organization_id, memory_id);
