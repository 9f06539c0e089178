-- Where the chain of an organization's audit begins since older entries were removed. `seal` is made with the server's key
-- from number and hash, so that who can write this table alone cannot cut the audit unseen.
create table audit_checkpoint (
  organization_id uuid not null,
  id uuid not null,
  number bigint not null,
  sha256 text not null,
  before timestamptz(3) not null,
  entries int not null,
  seal text not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade on update cascade
);
create index audit_checkpoint_organization_id_number_idx on audit_checkpoint (organization_id, number);

create or replace function audit_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1
    and not exists (select 1 from organization where id = old.organization_id) then
    return old;
  end if;
  -- What a checkpoint stands at the end of may go.
  if tg_op = 'DELETE' and tg_table_name in ('audit_entry', 'audit_link') and exists (
    select 1 from audit_link l join audit_checkpoint c
      on c.organization_id = l.organization_id and c.number >= l.number
    where l.organization_id = old.organization_id and l.id = old.id) then
    return old;
  end if;
  raise exception 'the audit is only added to' using errcode = 'insufficient_privilege';
end $$;

create trigger audit_checkpoint_append_only before update or delete on audit_checkpoint
  for each row execute function audit_append_only();
create trigger audit_checkpoint_never_emptied before truncate on audit_checkpoint execute function audit_append_only();

-- Up to which link every entry is older than a moment; the newest link always stays, for the next one to be chained to.
create function audit_prunable(organization uuid, older timestamptz)
returns table (number bigint, sha256 text, entries int) language sql stable as $$
  with kept as (
    select least(
      (select min(l.number) from audit_link l join audit_entry e using (organization_id, id)
        where l.organization_id = organization and e.at >= older),
      (select max(l.number) from audit_link l where l.organization_id = organization)) as number)
  select l.number, l.sha256, count(*) over ()::int
  from audit_link l, kept where l.organization_id = organization and l.number < kept.number
  order by l.number desc limit 1
$$;

-- Runs as the owner of the tables, so that the role of the application needs no right to delete entries. Removes nothing
-- that is not older than the moment, whatever it is called with.
create function audit_prune(organization uuid, checkpoint uuid, until bigint, older timestamptz, made_seal text)
returns int language plpgsql security definer set search_path from current as $$
declare
  found_number bigint;
  found_sha256 text;
  found_entries int;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit ' || organization::text, 0));
  select p.number, p.sha256, p.entries into found_number, found_sha256, found_entries
    from audit_prunable(organization, older) p;
  if found_number is distinct from until then
    return 0;
  end if;
  insert into audit_checkpoint (organization_id, id, number, sha256, before, entries, seal)
    values (organization, checkpoint, until, found_sha256, older, found_entries, made_seal);
  delete from audit_entry e using audit_link l
    where e.organization_id = organization and l.organization_id = organization and l.id = e.id and l.number <= until;
  delete from audit_link l where l.organization_id = organization and l.number <= until;
  return found_entries;
end $$;

revoke all on function audit_prune(uuid, uuid, bigint, timestamptz, text) from public;

-- The chain is written by the database alone: a role that may add entries need not be able to write links.
alter function audit_chain() security definer set search_path from current;
