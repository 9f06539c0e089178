-- How many requests each caller sent in a minute, summed over all web processes. Unlogged: it is worth nothing after a
-- crash, and writing it costs no disk.
create unlogged table request_count (
  who text not null,
  minute integer not null,
  count integer not null,
  primary key (who, minute)
);
comment on table request_count is 'derived: counts of the last minutes, in no backup';
