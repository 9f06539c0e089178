-- What was delivered is kept when its context window ends, so that what was delivered twice into one can be counted.
alter table delivered_memory add column forgotten_at timestamptz(3);
