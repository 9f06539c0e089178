-- Many evaluations at once, or the findings of another tool, on their way in: each item with what became of it and why.
create table review_import (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  status text not null,
  name text not null,
  repository_id uuid,
  details jsonb not null default '{}',
  created_by_kind text not null,
  created_by_id text not null,
  created_by_name text not null,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade,
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade
);

create table review_import_item (
  organization_id uuid not null,
  import_id uuid not null,
  position integer not null,
  state text not null,
  body jsonb,
  body_sha256 text,
  key text,
  label text not null,
  because text not null,
  url text,
  proposed text,
  findings integer not null,
  review_id uuid,
  primary key (organization_id, import_id, position),
  foreign key (organization_id, import_id) references review_import (organization_id, id) on delete cascade
);
create index review_import_item_state_idx on review_import_item (organization_id, import_id, state, position);
create index review_import_item_key_idx on review_import_item (organization_id, key) where key is not null;
