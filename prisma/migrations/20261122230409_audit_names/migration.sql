-- The names of the people in the audit, apart from its entries: a name can be taken out and no entry is rewritten.
create table audit_name (
  organization_id uuid not null references organization (id) on delete cascade on update cascade,
  actor_id text not null,
  -- Null: the name was erased, and is not written again.
  name text,
  primary key (organization_id, actor_id)
);

insert into audit_name (organization_id, actor_id, name)
select distinct on (organization_id, actor_id) organization_id, actor_id, actor_name
from audit_entry where actor_kind = 'person' order by organization_id, actor_id, at desc;

update audit_entry set actor_name = '' where actor_kind = 'person';

insert into audit_name (organization_id, actor_id, name)
select distinct e.organization_id, p.id::text, p.name
from audit_entry e join person p on p.email = lower(e.detail->>'email')
where e.operation in ('member_add', 'member_remove')
on conflict do nothing;

update audit_entry e set detail = (e.detail - 'email') || coalesce(
  (select jsonb_build_object('person_id', p.id::text) from person p where p.email = lower(e.detail->>'email')), '{}')
where e.operation in ('member_add', 'member_remove') and e.detail ? 'email';

update audit_entry set detail = jsonb_build_object('git_authors', jsonb_array_length(detail->'git_authors'))
where operation = 'preference_authors_set' and jsonb_typeof(detail->'git_authors') = 'array';
