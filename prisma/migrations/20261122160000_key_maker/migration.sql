-- The key with which an agent made this one; null: a person made it. An agent sees, rotates and revokes only those.
alter table agent_key add column created_by_key uuid;
alter table agent_key add constraint agent_key_created_by_key_fkey
  foreign key (organization_id, created_by_key) references agent_key (organization_id, id) on delete set null (created_by_key);
create index agent_key_created_by_key on agent_key (organization_id, created_by_key) where created_by_key is not null;
