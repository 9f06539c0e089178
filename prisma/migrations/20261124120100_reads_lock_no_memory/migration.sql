-- Every row that referred to a memory locked it, so that answers with the same memories wrote into each other's rows: what
-- is recorded of reading refers to memories without a key. Purging deletes it with them.

do $$
declare
  found record;
begin
  for found in
    select conrelid::regclass as relation, conname from pg_constraint
    where contype = 'f' and confrelid = 'memory'::regclass
      and conrelid in ('memory_event'::regclass, 'recall_candidate'::regclass)
  loop
    execute format('alter table %s drop constraint %I', found.relation, found.conname);
  end loop;
end $$;

-- Uses of memories that are not counted in them yet.
create table memory_use (
  organization_id uuid not null,
  id uuid not null,
  memory_id uuid not null,
  uses integer not null default 1,
  primary key (organization_id, id)
);
