-- What an import brought is not this server's own word: an entry did not happen here, a name proves nobody's having been
-- here, and what the file says of a memory's author is the file's claim.
alter table audit_entry add column imported boolean not null default false;
alter table audit_name add column imported boolean not null default false;
alter table memory add column imported boolean not null default false;
