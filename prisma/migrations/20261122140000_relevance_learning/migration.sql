-- How far an organization's outcomes lower the probabilities of a model of relevance.
create table relevance_learning (
  organization_id uuid not null references organization (id) on delete cascade,
  model text not null,
  shift double precision not null default 0,
  reported integer not null default 0,
  inferred integer not null default 0,
  expected integer not null default 0,
  right_count integer not null default 0,
  learned_at timestamptz(3) not null default now(),
  primary key (organization_id, model),
  check (shift between -1 and 0)
);

-- Outcomes before this moment are not learned from.
alter table organization add column relevance_reset_at timestamptz(3);

-- What the last replay made of the expected memory: the model that judged it and its log-odds as shipped.
alter table recall_expectation add column model text;
alter table recall_expectation add column log_odds double precision;
