-- The default embedder's vectors since sentence punctuation is kept. The earlier ones are not searched any more, and
-- without their index the new ones are written as fast as before.
drop index memory_embedding_minilm_idx;
create index memory_embedding_minilm_idx on memory_embedding
  using hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) where embedder_id = 'minilm-l6-v2@384/split2/128';
