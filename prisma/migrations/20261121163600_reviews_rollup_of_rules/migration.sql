-- One row a day for each rule of the whole organization: what the rules page asks first, without adding up every
-- repository and skill.
create or replace function finding_rollup_rows(
  organization_id uuid, found_at timestamptz, rule_category text, repository_id uuid, skill text,
  agent text, developer text, file_pattern text, addressed_at timestamptz, disposition text, sign integer
) returns setof finding_rollup language sql immutable as $$
  select $1, asked.dimension, asked.value,
    (date_trunc('day', $2 at time zone 'UTC') at time zone 'UTC')::timestamptz(3), $3,
    case when asked.dimension = 'rule' then '00000000-0000-0000-0000-000000000000'::uuid
      else coalesce($4, '00000000-0000-0000-0000-000000000000'::uuid) end,
    case when asked.dimension = 'rule' then '' else coalesce($5, '') end,
    case when asked.dimension = 'rule' then timestamptz '1970-01-01 00:00:00+00'
      else coalesce($9, timestamptz '1970-01-01 00:00:00+00') end::timestamptz(3),
    ($10 = 'implement')::int * $11, ($10 = 'reject')::int * $11,
    ($10 = 'defer')::int * $11, ($10 = 'clarify')::int * $11
  from (values
    ('', ''), ('rule', ''), ('agent', coalesce($6, '')), ('developer', coalesce($7, '')), ('file_pattern', $8)
  ) asked (dimension, value)
$$;

insert into finding_rollup
select organization_id, 'rule', '', day, rule_category, '00000000-0000-0000-0000-000000000000'::uuid, '',
  timestamptz '1970-01-01 00:00:00+00', sum(implement), sum(reject), sum(defer), sum(clarify)
from finding_rollup
where dimension = ''
group by organization_id, day, rule_category;

-- The rows of the few rules of a skill that a version took up.
create index finding_rollup_rule_idx
  on finding_rollup (organization_id, rule_category, repository_id, skill, day)
  where dimension = '';
