-- Which rules a skill version took up, and when, without reading every count.
create index finding_rollup_addressed_idx
  on finding_rollup (organization_id, rule_category, repository_id, skill, addressed_at)
  where dimension = '' and addressed_at > timestamptz '1970-01-01 00:00:00+00';
