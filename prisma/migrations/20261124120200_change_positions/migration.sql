-- How far a replica must have replayed the log before this caller may read from it: where the log stood after the caller's
-- last change, in bytes. Written only where DATABASE_READ_URL is set.
create table change_position (
  who text primary key,
  position bigint not null,
  changed_at timestamptz not null default now()
);
create index change_position_changed_at on change_position (changed_at);
comment on table change_position is 'derived: positions in the log of this server, in no backup';
