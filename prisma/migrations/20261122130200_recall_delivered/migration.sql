-- What packs put into the context windows of agents: the main agent's of a session, and each subagent's. A row counts
-- once its client confirmed it; the start of a window removes the rows of the one before.
create table delivered_memory (
  organization_id uuid not null references organization (id) on delete cascade,
  recall_id uuid not null,
  memory_id uuid not null,
  session_id text not null,
  context_window text not null,
  memory_version text not null,
  at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  primary key (organization_id, recall_id, memory_id),
  foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade
);
create index delivered_memory_session_id_idx on delivered_memory (organization_id, session_id, context_window);
create index delivered_memory_memory_id_idx on delivered_memory (organization_id, memory_id);
create index delivered_memory_at_idx on delivered_memory (organization_id, at);
