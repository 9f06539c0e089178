-- A repository may be read through a connection to GitHub.
alter table repository
  drop constraint repository_source_kind_check,
  add constraint repository_source_kind_check check (source_kind in ('path', 'url', 'github')),
  add constraint repository_connection_check check (source_kind <> 'github' or connection_id is not null);
