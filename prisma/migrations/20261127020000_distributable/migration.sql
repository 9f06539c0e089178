-- What stands against spreading the tables over several servers by organization (Citus) goes. A foreign key may do nothing
-- there when what it refers to is removed or renamed, but take its row along; ids never change, and what removes a memory or
-- a repository empties the references to it. Checked at the end of a transaction, as one removal takes both sides along in
-- no certain order.
do $$
declare
  kept record;
begin
  for kept in
    select c.conrelid::regclass as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
      and array_length(c.conkey, 1) > 1 and c.confdelsetcols is not null
      and c.conrelid::regclass <> 'agent_key'::regclass
  loop
    execute format('alter table %s drop constraint %I', kept."table", kept.name);
    execute format('alter table %s add constraint %I %s deferrable initially deferred', kept."table", kept.name,
      regexp_replace(kept.definition, ' ON DELETE SET NULL \([^)]*\)', ''));
  end loop;
  for kept in
    select c.conrelid::regclass as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and c.confupdtype = 'c'
  loop
    execute format('alter table %s drop constraint %I', kept."table", kept.name);
    execute format('alter table %s add constraint %I %s', kept."table", kept.name,
      replace(kept.definition, ' ON UPDATE CASCADE', ''));
  end loop;
end $$;

-- A distributed table is many, its shards, whose triggers run where they are: they read and write the shards beside them and
-- never the whole, which would be a query over the cluster inside a query of a shard. Of a table that is no shard, the name
-- that was asked for.
create function table_beside(of_schema text, of_table text, wanted text) returns text
    language plpgsql stable as $$
declare
  shard bigint := substring(of_table from '_([0-9]+)$')::bigint;
  found text;
begin
  if shard is null or to_regclass('pg_catalog.pg_dist_shard') is null then
    return format('%I.%I', of_schema, wanted);
  end if;
  -- A table that is whole on every server has one shard, without bounds.
  execute 'select shard_name(t.logicalrelid, t.shardid) from pg_dist_shard s join pg_dist_shard t
      on t.logicalrelid = format(''%I.%I'', $2, $3)::regclass and coalesce(t.shardminvalue = s.shardminvalue, true)
    where s.shardid = $1' into found using shard, of_schema, wanted;
  return coalesce(found, format('%I.%I', of_schema, wanted));
end $$;

-- For a migration that adds a tenant table: between making it and its foreign keys, `select place_table('…')` puts it beside the
-- others where those are distributed, and does nothing where they are not.
create function place_table(added text) returns void
    language plpgsql as $$
declare
  is_distributed boolean;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is null then
    return;
  end if;
  execute 'select exists (select 1 from pg_dist_partition where logicalrelid = ''memory''::regclass)' into is_distributed;
  if is_distributed then
    perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
    execute 'select create_distributed_table($1::regclass, ''organization_id'', colocate_with => ''memory'')' using added;
  end if;
end $$;

create or replace function finding_rollup_on_delete() returns trigger
    language plpgsql as $$
declare
  counts text := table_beside(tg_table_schema, tg_table_name, 'finding_rollup');
begin
  execute format($sql$
    select 1 from %1$s kept
    join (select distinct r.* from old_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
        f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 0) r) r
      on kept.organization_id = r.organization_id and kept.dimension = r.dimension and kept.value = r.value and kept.day = r.day and kept.rule_category = r.rule_category and kept.repository_id = r.repository_id and kept.skill = r.skill and kept.addressed_at = r.addressed_at
    order by kept.organization_id, kept.dimension, kept.value, kept.day, kept.rule_category, kept.repository_id, kept.skill, kept.addressed_at
    for update of kept
  $sql$, counts);
  execute format($sql$
    update %1$s kept set implement = kept.implement - r.implement, reject = kept.reject - r.reject,
      defer = kept.defer - r.defer, clarify = kept.clarify - r.clarify
    from (
      select r.organization_id, r.dimension, r.value, r.day, r.rule_category, r.repository_id, r.skill, r.addressed_at,
        sum(r.implement) as implement, sum(r.reject) as reject, sum(r.defer) as defer, sum(r.clarify) as clarify
      from old_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
        f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 1) r
      group by 1, 2, 3, 4, 5, 6, 7, 8
    ) r
    where kept.organization_id = r.organization_id and kept.dimension = r.dimension and kept.value = r.value and kept.day = r.day and kept.rule_category = r.rule_category and kept.repository_id = r.repository_id and kept.skill = r.skill and kept.addressed_at = r.addressed_at
  $sql$, counts);
  execute format($sql$
    delete from %1$s kept
    using (select distinct r.* from old_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
        f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 0) r) r
    where kept.organization_id = r.organization_id and kept.dimension = r.dimension and kept.value = r.value and kept.day = r.day and kept.rule_category = r.rule_category and kept.repository_id = r.repository_id and kept.skill = r.skill and kept.addressed_at = r.addressed_at
      and kept.implement = 0 and kept.reject = 0 and kept.defer = 0 and kept.clarify = 0
  $sql$, counts);
  return null;
end $$;

create or replace function finding_rollup_on_insert() returns trigger
    language plpgsql as $$
declare
  counts text := table_beside(tg_table_schema, tg_table_name, 'finding_rollup');
begin
  execute format($sql$
    insert into %1$s as kept
    select r.organization_id, r.dimension, r.value, r.day, r.rule_category, r.repository_id, r.skill, r.addressed_at,
      sum(r.implement), sum(r.reject), sum(r.defer), sum(r.clarify)
    from new_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
        f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 1) r
    group by 1, 2, 3, 4, 5, 6, 7, 8
    order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (organization_id, dimension, value, day, rule_category, repository_id, skill, addressed_at)
    do update set implement = kept.implement + excluded.implement, reject = kept.reject + excluded.reject,
      defer = kept.defer + excluded.defer, clarify = kept.clarify + excluded.clarify
  $sql$, counts);
  return null;
end $$;

create or replace function finding_rollup_on_update() returns trigger
    language plpgsql as $$
declare
  counts text := table_beside(tg_table_schema, tg_table_name, 'finding_rollup');
begin
  execute format($sql$
    insert into %1$s as kept
    select r.organization_id, r.dimension, r.value, r.day, r.rule_category, r.repository_id, r.skill, r.addressed_at,
      sum(r.implement), sum(r.reject), sum(r.defer), sum(r.clarify)
    from (
      select r.* from old_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
        f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, -1) r
      union all
      select r.* from new_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
        f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 1) r
    ) r
    group by 1, 2, 3, 4, 5, 6, 7, 8
    having sum(r.implement) <> 0 or sum(r.reject) <> 0 or sum(r.defer) <> 0 or sum(r.clarify) <> 0
    order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (organization_id, dimension, value, day, rule_category, repository_id, skill, addressed_at)
    do update set implement = kept.implement + excluded.implement, reject = kept.reject + excluded.reject,
      defer = kept.defer + excluded.defer, clarify = kept.clarify + excluded.clarify
  $sql$, counts);
  execute format($sql$
    delete from %1$s kept
    using (select distinct r.* from old_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
        f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 0) r) r
    where kept.organization_id = r.organization_id and kept.dimension = r.dimension and kept.value = r.value and kept.day = r.day and kept.rule_category = r.rule_category and kept.repository_id = r.repository_id and kept.skill = r.skill and kept.addressed_at = r.addressed_at
      and kept.implement = 0 and kept.reject = 0 and kept.defer = 0 and kept.clarify = 0
  $sql$, counts);
  return null;
end $$;

-- The link of an entry; `links` is the table, or shard, that it is put into. Runs as the owner of the tables.
create or replace function audit_chain() returns trigger language plpgsql security definer set search_path from current as $$
declare
  last audit_link;
  entry audit_entry := new;
  links text;
  is_linked boolean;
begin
  if tg_table_name = 'audit_entry' then
    -- A backup brings its links along.
    if exists (select 1 from audit_link where organization_id = new.organization_id and id = new.id) then
      return null;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('audit ' || new.organization_id::text, 0));
    select * into last from audit_link where organization_id = new.organization_id order by number desc limit 1;
    insert into audit_link (organization_id, id, number, previous_sha256, sha256) values (
      new.organization_id, new.id, coalesce(last.number, 0) + 1, coalesce(last.sha256, ''),
      audit_sha256(coalesce(last.sha256, ''), entry));
    return null;
  end if;
  links := table_beside(tg_table_schema, tg_table_name, 'audit_link');
  execute format('select exists (select 1 from %s where organization_id = $1 and id = $2)', links)
    into is_linked using new.organization_id, new.id;
  if is_linked then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('audit ' || new.organization_id::text, 0));
  execute format('select * from %s where organization_id = $1 order by number desc limit 1', links)
    into last using new.organization_id;
  execute format('insert into %s (organization_id, id, number, previous_sha256, sha256) values ($1, $2, $3, $4, $5)', links)
    using new.organization_id, new.id, coalesce(last.number, 0) + 1, coalesce(last.sha256, ''),
      audit_sha256(coalesce(last.sha256, ''), entry);
  return null;
end $$;

create or replace function audit_append_only() returns trigger language plpgsql as $$
declare
  is_removed boolean := false;
  is_pruned boolean := false;
  logical text := regexp_replace(tg_table_name, '_[0-9]+$', '');
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then
    execute format('select not exists (select 1 from %s where id = $1)',
      table_beside(tg_table_schema, tg_table_name, 'organization')) into is_removed using old.organization_id;
  end if;
  -- What a checkpoint stands at the end of may go.
  if tg_op = 'DELETE' and logical in ('audit_entry', 'audit_link') then
    execute format('select exists (select 1 from %s l join %s c
        on c.organization_id = l.organization_id and c.number >= l.number
      where l.organization_id = $1 and l.id = $2)',
      table_beside(tg_table_schema, tg_table_name, 'audit_link'),
      table_beside(tg_table_schema, tg_table_name, 'audit_checkpoint')) into is_pruned using old.organization_id, old.id;
  end if;
  if is_removed or is_pruned then
    return old;
  end if;
  raise exception 'the audit is only added to' using errcode = 'insufficient_privilege';
end $$;

-- A change of a table that is whole on every server is announced by the coordinator, where processes listen: a transaction of a
-- worker, which is prepared before it commits, may not. Settings of a repository are on a worker: who writes them announces them.
create or replace function announce_change() returns trigger language plpgsql as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  is_heard boolean := true;
begin
  if tg_table_name ~ '_[0-9]+$' and to_regclass('pg_catalog.pg_dist_local_group') is not null then
    execute 'select groupid = 0 and $1 !~ ''^repository_settings_'' from pg_dist_local_group' into is_heard using tg_table_name;
  end if;
  if is_heard then
    perform pg_notify('casebook_changes', coalesce(changed->>tg_argv[0], ''));
  end if;
  return null;
end $$;

create or replace function memory_embedding_repository() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'memory_embedding' then
    select case when m.scope = 'global' then null else m.repository_id end into new.repository_id
    from memory m where m.organization_id = new.organization_id and m.id = new.memory_id for share;
  else
    execute format('select case when m.scope = ''global'' then null else m.repository_id end
        from %s m where m.organization_id = $1 and m.id = $2 for share',
      table_beside(tg_table_schema, tg_table_name, 'memory')) into new.repository_id using new.organization_id, new.memory_id;
  end if;
  return new;
end $$;

create or replace function memory_embedding_follows() returns trigger language plpgsql as $$
declare
  reached uuid := case when new.scope = 'global' then null else new.repository_id end;
begin
  if tg_table_name = 'memory' then
    update memory_embedding set repository_id = reached
    where organization_id = new.organization_id and memory_id = new.id;
  else
    execute format('update %s set repository_id = $1 where organization_id = $2 and memory_id = $3',
      table_beside(tg_table_schema, tg_table_name, 'memory_embedding')) using reached, new.organization_id, new.id;
  end if;
  return null;
end $$;

-- As before, in a language whose statements are planned one by one: a cluster plans no function in SQL with parameters.
create or replace function audit_prunable(organization uuid, older timestamptz)
returns table (number bigint, sha256 text, entries int) language plpgsql stable as $$
declare
  until bigint;
begin
  select least(
    (select min(l.number) from audit_link l join audit_entry e on e.organization_id = l.organization_id and e.id = l.id
      where l.organization_id = organization and e.at >= older),
    (select max(l.number) from audit_link l where l.organization_id = organization)) into until;
  return query
    select l.number, l.sha256, count(*) over ()::int
    from audit_link l where l.organization_id = organization and l.number < until
    order by l.number desc limit 1;
end $$;
