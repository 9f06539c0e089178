-- A GIN index keeps what was written last in a list of its own, which every search reads to its end and one unlucky write
-- sorts in. At the default of 4 MB that is some 600 memories; at 64 kB, the least there is, about ten.
alter index memory_search_vector_idx set (gin_pending_list_limit = 64);
alter index memory_search_text_trgm_idx set (gin_pending_list_limit = 64);
alter index memory_metadata_idx set (gin_pending_list_limit = 64);
alter index memory_tags_idx set (gin_pending_list_limit = 64);

-- Memories by a file or folder: bytes in order, so that a folder is a range in every database's collation.
create index citation_anchor_path_idx on citation (organization_id, anchor_path collate "C");
create index citation_path_idx on citation (organization_id, path collate "C");
