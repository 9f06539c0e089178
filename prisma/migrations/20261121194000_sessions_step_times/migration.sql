-- The agents page sums the steps of a period.
create index session_step_at_idx on session_step (organization_id, at);
