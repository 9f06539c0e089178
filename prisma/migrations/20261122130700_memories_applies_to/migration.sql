-- The changes a memory applies to; null until a job infers them. The keys are derived, for finding it by changed files.
alter table memory add column applies_to jsonb, add column applies_to_keys text[] not null default '{}';
create index memory_applies_to_keys_idx on memory using gin (applies_to_keys) with (gin_pending_list_limit = 64);
create index memory_without_applies_to_idx on memory (organization_id, id) where applies_to is null;
