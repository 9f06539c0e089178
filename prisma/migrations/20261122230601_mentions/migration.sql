-- The words of a memory from which a citation was inferred; null where its author cited it.
ALTER TABLE "citation" ADD COLUMN "mention" TEXT;
-- Mentions whose citations somebody removed, and when the memory's text was read for mentions.
ALTER TABLE "memory" ADD COLUMN "removed_mentions" TEXT[] NOT NULL DEFAULT '{}', ADD COLUMN "mentions_read_at" TIMESTAMPTZ(3);
CREATE INDEX "memory_organization_id_repository_id_mentions_read_at_idx" ON "memory"("organization_id", "repository_id", "mentions_read_at");
