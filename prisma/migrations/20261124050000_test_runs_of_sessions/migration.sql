-- Failures that a hook saw in a session, and the command that showed them: the same test passes later in that session.
alter table "failure_occurrence" add column "session_id" text, add column "command_sha256" text;
create index "failure_occurrence_organization_id_session_id_idx" on "failure_occurrence" ("organization_id", "session_id");

-- A pattern whose lines changed is found by no search until they are there again.
alter table "solution_pattern" drop constraint "solution_pattern_status_check",
  add constraint "solution_pattern_status_check" check ("status" in ('active', 'drifted', 'retired'));
