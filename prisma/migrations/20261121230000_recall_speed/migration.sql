-- Without it a search among them goes through the whole vector index where there are none or few.
create index memory_review_kind_idx on memory (organization_id, kind)
  where kind in ('review_outcome', 'rejection_pattern');
