alter table citation add column syntax jsonb;
alter table citation add column facts text[] not null default '{}';
alter table citation_check add column facts text[] not null default '{}';
alter table citation_check add column symbol_path text;
