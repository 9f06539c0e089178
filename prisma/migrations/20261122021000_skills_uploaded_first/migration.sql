-- A change that a person uploaded has no predicted effect to be ordered by; it stands before those that have one.
alter table proposal add column uploaded boolean not null default false;
update proposal set uploaded = true where drafter like 'by:%';

drop index proposal_status_effect_idx;
create index proposal_status_effect_idx
  on proposal (organization_id, status, uploaded, effect_spared, evidence_count, created_at, id);
