-- Decided proposals are listed by when they were decided; by evidence alone none have been since their effect is predicted.
create index proposal_status_decided_at_idx on proposal (organization_id, status, decided_at, id);
drop index proposal_status_evidence_count_idx;
