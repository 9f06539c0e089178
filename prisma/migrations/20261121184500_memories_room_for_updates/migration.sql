-- Every serving adds a use to a memory, and every check touches a citation, without changing an indexed column. With room
-- left on the page PostgreSQL keeps the new row beside the old one and leaves the dozen indexes alone (heap-only tuples).
-- Pages that are full already get their room as they are rewritten.
alter table memory set (fillfactor = 85);
alter table citation set (fillfactor = 85);
