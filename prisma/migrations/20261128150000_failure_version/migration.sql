-- Who replaced or took away a failure's solution could not know that it was another one than they had read.
alter table failure add column version integer not null default 1;
