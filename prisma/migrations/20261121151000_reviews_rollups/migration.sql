-- Rates of rules from counts that the database keeps, exact to the row: every statement that changes findings changes
-- the counts in the same transaction. Rows lead with what a page asks by; '' and the nil UUID stand for none, and
-- addressed_at 1970 for findings that no skill version took up, so that the whole key can be unique.
create table finding_rollup (
  organization_id uuid not null,
  dimension text not null,
  value text not null,
  day timestamptz(3) not null,
  rule_category text not null,
  repository_id uuid not null,
  skill text not null,
  addressed_at timestamptz(3) not null,
  implement integer not null,
  reject integer not null,
  defer integer not null,
  clarify integer not null,
  primary key (organization_id, dimension, value, day, rule_category, repository_id, skill, addressed_at),
  foreign key (organization_id) references organization (id) on delete cascade
);
comment on table finding_rollup is 'derived: kept by triggers on finding, left out of backups';
create index finding_rollup_day_idx on finding_rollup (organization_id, dimension, day);

create index finding_developer_found_at_idx on finding (organization_id, developer, found_at);
create index finding_file_pattern_found_at_idx on finding (organization_id, file_pattern, found_at);

-- The rows a finding counts in, with a sign: one for all of them and one for each further question.
create function finding_rollup_rows(
  organization_id uuid, found_at timestamptz, rule_category text, repository_id uuid, skill text,
  agent text, developer text, file_pattern text, addressed_at timestamptz, disposition text, sign integer
) returns setof finding_rollup language sql immutable as $$
  select $1, asked.dimension, asked.value,
    (date_trunc('day', $2 at time zone 'UTC') at time zone 'UTC')::timestamptz(3), $3,
    coalesce($4, '00000000-0000-0000-0000-000000000000'::uuid), coalesce($5, ''),
    coalesce($9, timestamptz '1970-01-01 00:00:00+00')::timestamptz(3),
    ($10 = 'implement')::int * $11, ($10 = 'reject')::int * $11,
    ($10 = 'defer')::int * $11, ($10 = 'clarify')::int * $11
  from (values
    ('', ''), ('agent', coalesce($6, '')), ('developer', coalesce($7, '')), ('file_pattern', $8)
  ) asked (dimension, value)
$$;

-- Rows are locked in the order of their key, so that two writers do not wait for each other in a circle.
create function finding_rollup_on_insert() returns trigger language plpgsql as $$
begin
  insert into finding_rollup as kept
  select r.organization_id, r.dimension, r.value, r.day, r.rule_category, r.repository_id, r.skill, r.addressed_at,
    sum(r.implement), sum(r.reject), sum(r.defer), sum(r.clarify)
  from new_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
      f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 1) r
  group by 1, 2, 3, 4, 5, 6, 7, 8
  order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict (organization_id, dimension, value, day, rule_category, repository_id, skill, addressed_at)
  do update set implement = kept.implement + excluded.implement, reject = kept.reject + excluded.reject,
    defer = kept.defer + excluded.defer, clarify = kept.clarify + excluded.clarify;
  return null;
end $$;

create function finding_rollup_on_update() returns trigger language plpgsql as $$
begin
  insert into finding_rollup as kept
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
    defer = kept.defer + excluded.defer, clarify = kept.clarify + excluded.clarify;
  delete from finding_rollup kept
  using (select distinct r.* from old_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
      f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 0) r) r
  where kept.organization_id = r.organization_id and kept.dimension = r.dimension and kept.value = r.value and kept.day = r.day and kept.rule_category = r.rule_category and kept.repository_id = r.repository_id and kept.skill = r.skill and kept.addressed_at = r.addressed_at
    and kept.implement = 0 and kept.reject = 0 and kept.defer = 0 and kept.clarify = 0;
  return null;
end $$;

-- Only takes away: while an organization is removed, its counts may be gone before its findings.
create function finding_rollup_on_delete() returns trigger language plpgsql as $$
begin
  perform 1 from finding_rollup kept
  join (select distinct r.* from old_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
      f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 0) r) r
    on kept.organization_id = r.organization_id and kept.dimension = r.dimension and kept.value = r.value and kept.day = r.day and kept.rule_category = r.rule_category and kept.repository_id = r.repository_id and kept.skill = r.skill and kept.addressed_at = r.addressed_at
  order by kept.organization_id, kept.dimension, kept.value, kept.day, kept.rule_category, kept.repository_id, kept.skill, kept.addressed_at
  for update of kept;
  update finding_rollup kept set implement = kept.implement - r.implement, reject = kept.reject - r.reject,
    defer = kept.defer - r.defer, clarify = kept.clarify - r.clarify
  from (
    select r.organization_id, r.dimension, r.value, r.day, r.rule_category, r.repository_id, r.skill, r.addressed_at,
      sum(r.implement) as implement, sum(r.reject) as reject, sum(r.defer) as defer, sum(r.clarify) as clarify
    from old_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
      f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 1) r
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ) r
  where kept.organization_id = r.organization_id and kept.dimension = r.dimension and kept.value = r.value and kept.day = r.day and kept.rule_category = r.rule_category and kept.repository_id = r.repository_id and kept.skill = r.skill and kept.addressed_at = r.addressed_at;
  delete from finding_rollup kept
  using (select distinct r.* from old_rows f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
      f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 0) r) r
  where kept.organization_id = r.organization_id and kept.dimension = r.dimension and kept.value = r.value and kept.day = r.day and kept.rule_category = r.rule_category and kept.repository_id = r.repository_id and kept.skill = r.skill and kept.addressed_at = r.addressed_at
    and kept.implement = 0 and kept.reject = 0 and kept.defer = 0 and kept.clarify = 0;
  return null;
end $$;

create trigger finding_rollup_insert after insert on finding
  referencing new table as new_rows for each statement execute function finding_rollup_on_insert();
create trigger finding_rollup_update after update on finding
  referencing old table as old_rows new table as new_rows for each statement execute function finding_rollup_on_update();
create trigger finding_rollup_delete after delete on finding
  referencing old table as old_rows for each statement execute function finding_rollup_on_delete();

insert into finding_rollup
select r.organization_id, r.dimension, r.value, r.day, r.rule_category, r.repository_id, r.skill, r.addressed_at,
  sum(r.implement), sum(r.reject), sum(r.defer), sum(r.clarify)
from finding f, finding_rollup_rows(f.organization_id, f.found_at, f.rule_category, f.repository_id, f.skill,
      f.agent, f.developer, f.file_pattern, f.addressed_at, f.disposition, 1) r
group by 1, 2, 3, 4, 5, 6, 7, 8;

-- Who put findings under another rule, when, and from which: one change is one decision of a person, over any number of
-- findings, and is taken back as one.
create table finding_change (
  organization_id uuid not null,
  id uuid not null,
  finding_id uuid not null,
  change_id uuid not null,
  field text not null,
  from_value text not null,
  to_value text not null,
  reason text,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  undoes uuid,
  at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, finding_id) references finding (organization_id, id) on delete cascade
);
create index finding_change_finding_id_idx on finding_change (organization_id, finding_id, id);
create index finding_change_change_id_idx on finding_change (organization_id, change_id);
