-- A recall that has nothing because a part was missing is not an empty one.
alter table recall drop constraint recall_outcome_check;
alter table recall add constraint recall_outcome_check
  check (outcome in ('served', 'empty', 'degraded', 'off', 'refused', 'failed', 'held_out'));
