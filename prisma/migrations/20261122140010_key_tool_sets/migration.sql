-- MCP tools beside the default ones that clients with this key see without asking for them by address.
alter table agent_key add column tool_sets text[] not null default '{}';
