-- The default embedder's vectors since sentence punctuation is kept. The index of the earlier vectors stays as long as
-- they do, so that the version before this one still finds by meaning.
create index memory_embedding_minilm_split2_idx on memory_embedding
  using hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) where embedder_id = 'minilm-l6-v2@384/split2/128';
