-- When somebody first opened a proposal: later drafts join it or stand beside it, and remove none of its hunks.
ALTER TABLE "proposal" ADD COLUMN "opened_at" TIMESTAMPTZ(3);
DROP INDEX "proposal_open_section_idx";
CREATE UNIQUE INDEX "proposal_open_section_idx" ON "proposal" ("organization_id", "skill_id", "section", "intents")
  WHERE "status" = 'open';
