-- Tasks, the solutions that they leave, the errors that they meet, and reports of tests.

create table task_record (
  organization_id uuid not null,
  id uuid not null,
  repository_id uuid,
  task_id text not null,
  description text not null,
  status text not null check (status in ('open', 'passed', 'failed', 'cancelled')),
  session_id text,
  created_by_kind text not null,
  created_by_id text not null,
  created_by_name text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade on update cascade,
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade on update cascade
);
create unique index task_record_organization_id_repository_id_task_id_key on task_record (organization_id, repository_id, task_id) nulls not distinct;
create index task_record_organization_id_updated_at_id_idx on task_record (organization_id, updated_at, id);

create table task_iteration (
  organization_id uuid not null,
  id uuid not null,
  task_record_id uuid not null,
  number integer not null,
  phase text not null check (phase in ('planning', 'reflecting')),
  patterns_found integer not null,
  patterns_used uuid[] not null default '{}',
  output text,
  at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, task_record_id) references task_record (organization_id, id) on delete cascade on update cascade
);
create unique index task_iteration_organization_id_task_record_id_number_phase_key on task_iteration (organization_id, task_record_id, number, phase);

create table solution_pattern (
  organization_id uuid not null,
  id uuid not null,
  repository_id uuid,
  task_record_id uuid,
  problem_type text not null,
  description text not null,
  language text,
  code text not null,
  template text not null,
  template_note text,
  template_sha256 text not null,
  tests text,
  dependencies text[] not null default '{}',
  path text,
  line_start integer,
  line_end integer,
  commit_sha text,
  search_text text not null,
  status text not null check (status in ('active', 'retired')),
  status_reason text,
  created_by_kind text not null,
  created_by_id text not null,
  created_by_name text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade on update cascade,
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, task_record_id) references task_record (organization_id, id) on delete no action on update no action
);
create unique index solution_pattern_organization_id_repository_id_template_sha256_key on solution_pattern (organization_id, repository_id, template_sha256) nulls not distinct;

create table pattern_use (
  organization_id uuid not null,
  pattern_id uuid not null,
  task_record_id uuid not null,
  used_at timestamptz(3) not null,
  primary key (organization_id, pattern_id, task_record_id),
  foreign key (organization_id, pattern_id) references solution_pattern (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, task_record_id) references task_record (organization_id, id) on delete cascade on update cascade
);
create index pattern_use_organization_id_task_record_id_idx on pattern_use (organization_id, task_record_id);

create table solution_pattern_embedding (
  organization_id uuid not null,
  pattern_id uuid not null,
  embedder_id text not null,
  embedding halfvec not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, pattern_id, embedder_id),
  foreign key (organization_id, pattern_id) references solution_pattern (organization_id, id) on delete cascade on update cascade
);

create table failure (
  organization_id uuid not null,
  id uuid not null,
  repository_id uuid,
  language text not null,
  error_type text not null,
  signature text not null,
  signature_sha256 text not null,
  message text not null,
  status text not null check (status in ('open', 'solved', 'returned')),
  occurrence_count integer not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  solution text,
  solved_how text check (solved_how in ('hand', 'hook', 'ci')),
  fix_commit text,
  fixed_at timestamptz(3),
  solved_by_kind text,
  solved_by_id text,
  solved_by_name text,
  returned_at timestamptz(3),
  search_text text not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization (id) on delete cascade on update cascade,
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade on update cascade
);
create unique index failure_organization_id_repository_id_signature_sha256_key on failure (organization_id, repository_id, signature_sha256) nulls not distinct;
create index failure_organization_id_last_seen_at_id_idx on failure (organization_id, last_seen_at, id);
create index failure_organization_id_signature_sha256_idx on failure (organization_id, signature_sha256);

create table ci_run (
  organization_id uuid not null,
  id uuid not null,
  repository_id uuid not null,
  run_id text not null,
  commit_sha text not null,
  branch text,
  format text not null,
  tests integer not null,
  failed integer not null,
  at timestamptz(3) not null,
  answer jsonb not null,
  primary key (organization_id, id),
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade on update cascade
);
create unique index ci_run_organization_id_repository_id_run_id_key on ci_run (organization_id, repository_id, run_id);

create table failure_occurrence (
  organization_id uuid not null,
  id uuid not null,
  failure_id uuid not null,
  repository_id uuid,
  task_record_id uuid,
  run_id uuid,
  iteration integer,
  source text not null check (source in ('caller', 'hook', 'ci')),
  message text not null,
  output text not null,
  frames jsonb not null,
  test_name text,
  file_path text,
  line integer,
  commit_sha text,
  branch text,
  passed_at timestamptz(3),
  passed_commit text,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, failure_id) references failure (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, task_record_id) references task_record (organization_id, id) on delete no action on update no action,
  foreign key (organization_id, run_id) references ci_run (organization_id, id) on delete no action on update no action
);
create index failure_occurrence_organization_id_failure_id_at_id_idx on failure_occurrence (organization_id, failure_id, at, id);
create index failure_occurrence_organization_id_repository_id_test_name_idx on failure_occurrence (organization_id, repository_id, test_name);

create table failure_embedding (
  organization_id uuid not null,
  failure_id uuid not null,
  embedder_id text not null,
  embedding halfvec not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, failure_id, embedder_id),
  foreign key (organization_id, failure_id) references failure (organization_id, id) on delete cascade on update cascade
);

create table task_search (
  organization_id uuid not null,
  id uuid not null,
  repository_id uuid,
  task_record_id uuid,
  phase text not null check (phase in ('planning', 'reflecting')),
  found integer not null,
  at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, repository_id) references repository (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, task_record_id) references task_record (organization_id, id) on delete no action on update no action,
  foreign key (organization_id) references organization (id) on delete cascade on update cascade
);
create index task_search_organization_id_at_idx on task_search (organization_id, at);
