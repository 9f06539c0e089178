-- The review desk: who looks at a proposal, what it is expected to do, what writing it cost, what was said about it.
alter table proposal
  add column assignee_id uuid,
  add column assignee_name text,
  add column input_sha256 text,
  add column prompt_version text,
  add column fallback text,
  add column input_tokens integer not null default 0,
  add column output_tokens integer not null default 0,
  add column cost_usd double precision,
  add column effect_spared integer not null default 0,
  add column effect_rejected integer not null default 0,
  add column effect_touched integer not null default 0,
  add column effect_implemented integer not null default 0,
  add column effect_at timestamptz(3);
create index proposal_status_effect_idx
  on proposal (organization_id, status, effect_spared, evidence_count, created_at, id);

alter table proposal_hunk
  add column effect_spared integer not null default 0,
  add column effect_touched integer not null default 0;

-- A comment outlives the hunk it was about when the proposal is drafted anew, so no key binds it to one.
create table proposal_comment (
  organization_id uuid not null,
  id uuid not null,
  proposal_id uuid not null,
  hunk_id uuid,
  body text not null,
  author_kind text not null,
  author_id text not null,
  author_name text not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, proposal_id) references proposal (organization_id, id) on delete cascade
);
create index proposal_comment_proposal_id_idx on proposal_comment (organization_id, proposal_id, id);

-- Deliveries that end in a branch or a pull request, and what became of them there.
alter table delivery
  add column branch text,
  add column commit_sha text,
  add column url text,
  add column pull_request integer,
  add column followed_at timestamptz(3);
alter table delivery drop constraint delivery_status_check;
alter table delivery add check
  (status in ('pending', 'open', 'delivered', 'conflict', 'failed', 'closed', 'superseded'));

-- What language models were asked to do, for the daily budget. A row is written before the call and counts in full
-- until the answer says how much it was.
create table language_model_use (
  organization_id uuid not null,
  id uuid not null,
  purpose text not null,
  input_sha256 text not null,
  model text not null,
  state text not null,
  input_tokens integer not null,
  output_tokens integer not null,
  cost_usd double precision,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade
);
create index language_model_use_created_at_idx on language_model_use (organization_id, created_at);
create index language_model_use_input_idx on language_model_use (organization_id, input_sha256);
alter table language_model_use add check (state in ('reserved', 'answered', 'failed'));
