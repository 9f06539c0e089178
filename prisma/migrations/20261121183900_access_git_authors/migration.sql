-- The names by which evaluations know a member, beside name and e-mail address: whose preferences they may see.
alter table member add column git_authors text[] not null default '{}';
