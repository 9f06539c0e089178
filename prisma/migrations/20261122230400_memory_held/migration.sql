-- What an agent stored that a person decides on before it reaches other agents, and why.
alter table memory add column held_at timestamptz(3), add column held_reason text;
create index memory_held_idx on memory (organization_id, held_at) where held_at is not null;
