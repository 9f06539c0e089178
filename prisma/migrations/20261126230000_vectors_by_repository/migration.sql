-- Where few of a question's nearest memories belong to the repository that is asked about, all of that repository are
-- compared with it. A vector says itself where its memory belongs, so that the comparison need not read every memory.
alter table memory_embedding add column repository_id uuid;

-- Null: the memory reaches every repository, or belongs to none. The way in does not matter (a job, an import, a restored
-- copy), so the database fills it in. A memory that another transaction moves at the same moment is waited for, and waits.
create function memory_embedding_repository() returns trigger language plpgsql as $$
begin
  select case when m.scope = 'global' then null else m.repository_id end into new.repository_id
  from memory m where m.organization_id = new.organization_id and m.id = new.memory_id for share;
  return new;
end $$;
create trigger memory_embedding_repository before insert on memory_embedding
for each row execute function memory_embedding_repository();

create function memory_embedding_follows() returns trigger language plpgsql as $$
begin
  update memory_embedding set repository_id = case when new.scope = 'global' then null else new.repository_id end
  where organization_id = new.organization_id and memory_id = new.id;
  return null;
end $$;
create trigger memory_embedding_follows after update of scope, repository_id on memory for each row
when ((new.scope, new.repository_id) is distinct from (old.scope, old.repository_id))
execute function memory_embedding_follows();

update memory_embedding e set repository_id = m.repository_id from memory m
where m.organization_id = e.organization_id and m.id = e.memory_id and m.scope <> 'global' and m.repository_id is not null;

create index memory_embedding_organization_id_embedder_id_repository_id_idx
on memory_embedding (organization_id, embedder_id, repository_id);
