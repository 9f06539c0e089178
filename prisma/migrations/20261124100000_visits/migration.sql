-- When a member looked at the overview last, and the time before that.
alter table member add column visited_at timestamptz(3);
alter table member add column visited_before_at timestamptz(3);
