-- Words are looked up in findings and in the paths that memories cite, wherever they occur in them.
create index finding_words_trgm_idx on finding
  using gin (title gin_trgm_ops, reason gin_trgm_ops, file_path gin_trgm_ops, rule_category gin_trgm_ops);
create index citation_anchor_path_trgm_idx on citation using gin (anchor_path gin_trgm_ops);
