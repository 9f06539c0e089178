-- What a candidate of a recall scored was JSON, 700 of its row's 900 bytes and most of that names. Numbers have columns now.
-- The order of `contributions` is that of RECORDED_SIGNALS in lib/memories/memory/contract.ts.
alter table recall_candidate
  add column relevance real,
  add column model text,
  add column learned real not null default 0,
  add column vector real,
  add column bm25 real,
  add column trigram real,
  add column quality real not null default 1,
  add column recency real not null default 1,
  add column verification real not null default 1,
  add column contributions real[] not null default '{}';

update recall_candidate set
  relevance = (scores->>'relevance')::real,
  model = scores->>'model',
  learned = coalesce((scores->>'learned')::real, 0),
  vector = (scores->>'vector')::real,
  bm25 = (scores->>'bm25')::real,
  trigram = (scores->>'trigram')::real,
  quality = coalesce((scores->>'quality')::real, 1),
  recency = coalesce((scores->>'recency')::real, 1),
  verification = coalesce((scores->>'verification')::real, 1),
  contributions = array(
    select coalesce(sum((kept->>'adds')::real), 0)::real
    from unnest(array['meaning', 'words', 'coverage', 'rare_words', 'cited_file', 'changed_glob', 'kind_of_change',
      'agent_type', 'category', 'cited_folder', 'subject_of_change']) with ordinality as signals (signal, at)
    left join jsonb_array_elements(coalesce(scores->'contributions', '[]')) kept on kept->>'signal' = signal
    group by at order by at)
where scores <> '{}';

alter table recall_candidate drop column scores;
