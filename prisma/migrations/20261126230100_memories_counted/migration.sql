-- What lists and their facets are counted by, so that counting reads this index and not every memory.
create index memory_counted_idx on memory (organization_id, status) include (kind, scope, category, repository_id, session_id,
  agent, pending_repository, held_at, created_by_kind, created_by_name, addressed_at, quality)
where deleted_at is null;
