-- The key that took a key's place when it was rotated. No foreign key: keys are never deleted singly.
alter table agent_key add column replaced_by uuid;
