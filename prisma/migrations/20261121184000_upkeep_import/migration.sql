-- Where records were imported from, and what they are called here when that is not what they were called there.

create table import_source (
  organization_id uuid not null references organization (id) on delete cascade,
  source_id uuid not null,
  name text not null,
  ids text not null,
  first_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now(),
  primary key (organization_id, source_id)
);
alter table import_source add check (ids in ('kept', 'mapped'));

create table import_alias (
  organization_id uuid not null,
  source_id uuid not null,
  record_id uuid not null,
  here_id uuid not null,
  primary key (organization_id, source_id, record_id)
);
alter table import_alias add constraint import_alias_source_id_fkey
  foreign key (organization_id, source_id) references import_source (organization_id, source_id) on delete cascade;
