-- Where the text of a citation stands that was copied before it went from its own place.
ALTER TABLE "citation" ADD COLUMN "stands_at" JSONB;
