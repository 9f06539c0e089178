-- The audit is only added to, and each entry is chained to the one before it in its organization.
create table audit_link (
  organization_id uuid not null,
  id uuid not null,
  number bigint not null,
  previous_sha256 text not null,
  sha256 text not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade
);
create unique index audit_link_organization_id_number_key on audit_link (organization_id, number);

-- What is chained: all of an entry but its actor's name, which is empty for people.
create function audit_sha256(previous text, entry audit_entry) returns text language sql immutable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    previous, entry.organization_id, entry.id, round(extract(epoch from entry.at) * 1000), entry.actor_kind,
    entry.actor_id, entry.operation, entry.subject_id, entry.request_id, entry.detail)::text, 'UTF8')), 'hex')
$$;

-- Runs when a transaction commits, so that writers of one organization wait for each other only then.
create function audit_chain() returns trigger language plpgsql as $$
declare
  last audit_link;
begin
  -- A backup brings its links along.
  if exists (select 1 from audit_link where organization_id = new.organization_id and id = new.id) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('audit ' || new.organization_id::text, 0));
  select * into last from audit_link where organization_id = new.organization_id order by number desc limit 1;
  insert into audit_link (organization_id, id, number, previous_sha256, sha256) values (
    new.organization_id, new.id, coalesce(last.number, 0) + 1, coalesce(last.sha256, ''),
    audit_sha256(coalesce(last.sha256, ''), new));
  return null;
end $$;

-- The database itself refuses to change or remove entries. An organization is removed as a whole, which cascades. The
-- names of people are in audit_name, where they can be erased.
create function audit_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1
    and not exists (select 1 from organization where id = old.organization_id) then
    return old;
  end if;
  raise exception 'the audit is only added to' using errcode = 'insufficient_privilege';
end $$;

-- What stands there is chained in its order.
do $$
declare
  entry audit_entry;
  previous text := '';
  organization uuid;
  position bigint := 0;
begin
  for entry in select * from audit_entry order by organization_id, at, id loop
    if organization is distinct from entry.organization_id then
      organization := entry.organization_id;
      previous := '';
      position := 0;
    end if;
    position := position + 1;
    insert into audit_link values (
      organization, entry.id, position, previous, audit_sha256(previous, entry));
    previous := audit_sha256(previous, entry);
  end loop;
end $$;

create constraint trigger audit_entry_chain after insert on audit_entry
  deferrable initially deferred for each row execute function audit_chain();
create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function audit_append_only();
create trigger audit_link_append_only before update or delete on audit_link
  for each row execute function audit_append_only();
create trigger audit_entry_never_emptied before truncate on audit_entry execute function audit_append_only();
create trigger audit_link_never_emptied before truncate on audit_link execute function audit_append_only();
