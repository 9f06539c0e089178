-- An organization that shows how the product looks when it is full: of which one it is the example, and how far it is filled.
alter table organization add column example_of uuid references organization (id) on delete cascade on update cascade;
alter table organization add column example jsonb;
create unique index organization_example_of_key on organization (example_of);
