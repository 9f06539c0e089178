-- The right to store for the whole organization came with three agent types; now it is the key's own.
update agent_key set permissions = array_append(permissions, 'memories:global')
where agent_types && array['architect', 'security', 'reviewer'] and 'memories:write' = any(permissions)
  and not 'memories:global' = any(permissions);
-- A key that was made without naming types speaks as every type, which an empty list says.
update agent_key set agent_types = '{}' where agent_types = array['main'];

-- Saving any setting wrote the old default along with it; where somebody chose it, the audit knows.
update organization o set settings = o.settings - 'review_scope'
where o.settings->>'review_scope' = 'organization' and not exists (
  select 1 from audit_entry a where a.organization_id = o.id and a.operation = 'organization_update'
    and a.detail->'before'->>'review_scope' = 'repository' and a.detail->'after'->>'review_scope' = 'organization');

create table agent_refusal (
  organization_id uuid not null references organization (id) on delete cascade on update cascade,
  id uuid not null,
  what text not null,
  session_id text not null default '',
  agent text not null default '',
  agent_type text not null,
  named text not null default '',
  count integer not null default 1,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create unique index agent_refusal_same_idx on agent_refusal (organization_id, session_id, agent, agent_type, named, what);
create index agent_refusal_last_at_idx on agent_refusal (organization_id, last_at);

-- Kept for a repository that is not registered, by its name; somebody asked for it to reach everybody.
alter table memory add column pending_repository text, add column suggested_at timestamptz(3);
alter table memory drop constraint memory_check;
alter table memory add constraint memory_repository_check
  check (scope <> 'repository' or repository_id is not null or pending_repository is not null);
alter table answer_reading add column pending_repository text;
create index memory_pending_repository_idx on memory (organization_id, lower(pending_repository))
  where pending_repository is not null;
create index memory_suggested_idx on memory (organization_id, suggested_at) where suggested_at is not null;

-- Null: what was stored by earlier rules waits for the job that brings it under these; nothing was in later organizations.
alter table organization add column scopes_migrated_at timestamptz(3) default now();
update organization set scopes_migrated_at = null;

-- What is learned in two repositories, but for case, punctuation and white space.
create index memory_same_statement_idx on memory
  (organization_id, kind, md5(lower(regexp_replace(statement, '[^[:alnum:]]+', ' ', 'g'))))
  where kind in ('error_solution', 'anti_pattern') and scope in ('repository', 'global');
