-- Which commit changed the lines of a citation that fails; looked up once for each verdict.
ALTER TABLE "citation" ADD COLUMN "cause" JSONB;
