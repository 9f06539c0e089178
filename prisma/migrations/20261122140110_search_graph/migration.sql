-- Where a vector is put into its index, 128 neighbours are compared instead of 64. With 64 a graph of 100,000 vectors had
-- wrong ends: one question in fifty to a hundred met none of its nearest. Holds at once for what is stored from now on,
-- and for the rest when the index is rebuilt, which is not done here because it locks out writers for minutes.
do $$
declare
  vector_index regclass;
begin
  for vector_index in
    select i.indexrelid from pg_index i
      join pg_class c on c.oid = i.indexrelid
      join pg_am a on a.oid = c.relam
    where i.indrelid = 'memory_embedding'::regclass and a.amname = 'hnsw'
  loop
    execute format('alter index %s set (ef_construction = 128)', vector_index);
  end loop;
end $$;
