-- A run may be asked for because memories were used that could not be checked in time.
alter table repository_check drop constraint repository_check_cause_check;
alter table repository_check add constraint repository_check_cause_check
  check (cause in ('request', 'push', 'nightly', 'use'));
