-- Who may do what, and settings, are kept in each process while it hears of their changes: the id of what changed is sent
-- when its transaction commits. What changes at every use (last_used_at, last_seen_at) is not announced.

create function announce_change() returns trigger language plpgsql as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform pg_notify('casebook_changes', coalesce(changed->>tg_argv[0], ''));
  return null;
end $$;

create trigger announced after delete or update of
  agent_id, key_hash, permissions, agent_types, repository_ids, all_repositories, tool_sets, expires_at, revoked_at
  on agent_key for each row execute function announce_change('id');

create trigger announced after delete or update of name on agent
  for each row execute function announce_change('id');

create trigger announced after delete or update on organization
  for each row execute function announce_change('id');

create trigger announced after insert or delete or update of role, person_id on member
  for each row execute function announce_change('person_id');

create trigger announced after delete or update of name on person
  for each row execute function announce_change('id');

create trigger announced after delete or update of person_id, organization_id, method, ended_in, created_at on login
  for each row execute function announce_change('id');

create trigger announced after insert or delete or update on repository_settings
  for each row execute function announce_change('repository_id');
