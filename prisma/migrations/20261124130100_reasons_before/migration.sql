-- The reason that a finding had before a change of its disposition replaced it; undoing the change brings it back.
-- Empty: it had none; null: it was not replaced, or that was before reasons were kept.
alter table "finding_change" add column "from_reason" text;
