-- A link signs in to one organization. Which one the links on record were made for is not known for sure, so they end; an
-- operator makes new ones with `casebook sign-in-link`.
delete from login_link;
alter table login_link add column organization_id uuid not null, add column created_by uuid;
alter table login_link add constraint login_link_organization_id_fkey
  foreign key (organization_id) references organization (id) on delete cascade;
alter table login_link add constraint login_link_created_by_fkey
  foreign key (created_by) references person (id) on delete cascade;
create index login_link_organization_id_created_by_idx on login_link (organization_id, created_by);

-- Logins that the server can end. Those before were cookies alone: everybody signs in once more.
create table login (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  organization_id uuid,
  method text not null check (method in ('link', 'github', 'oidc')),
  user_agent text not null,
  ended_in uuid[] not null default '{}',
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  constraint login_member_fkey foreign key (organization_id, person_id)
    references member (organization_id, person_id) on delete cascade
);
create index login_person_id_idx on login (person_id);
create index login_organization_id_person_id_idx on login (organization_id, person_id);

create table invitation (
  organization_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  person_id uuid not null references person (id) on delete cascade,
  name text not null,
  role text not null,
  invited_by uuid not null references person (id) on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create unique index invitation_organization_id_person_id_key on invitation (organization_id, person_id);
create index invitation_person_id_idx on invitation (person_id);

-- Who made a key, so that what somebody leaves behind is found. Older keys: as the audit log says.
alter table agent_key add column created_by_person uuid;
alter table agent_key add constraint agent_key_created_by_person_fkey
  foreign key (created_by_person) references person (id) on delete set null;
create index agent_key_organization_id_created_by_person_idx on agent_key (organization_id, created_by_person);
update agent_key k set created_by_person = p.id
from audit_entry a join person p on p.id::text = a.actor_id
where a.organization_id = k.organization_id and a.subject_id = k.id::text and a.actor_kind = 'person'
  and a.operation in ('agent_key_create', 'agent_key_rotate');
