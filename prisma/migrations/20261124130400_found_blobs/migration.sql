-- Which content a definition was found in, when that is another file than its anchor's: with it the definition is looked
-- at again once that file changes, too.
ALTER TABLE "memory_support" ADD COLUMN "found_blob_oid" TEXT;
