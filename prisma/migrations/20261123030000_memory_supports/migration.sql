-- Definitions that the cited lines or the statements of memories rest on.
CREATE TABLE "memory_support" (
  "organization_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "memory_id" UUID NOT NULL,
  "repository_id" UUID NOT NULL,
  "position" INTEGER NOT NULL,
  "kind" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "commit_sha" TEXT NOT NULL,
  "path" TEXT NOT NULL,
  "blob_oid" TEXT NOT NULL,
  "line_start" INTEGER NOT NULL,
  "line_end" INTEGER NOT NULL,
  "snippet" TEXT,
  "snippet_sha256" TEXT NOT NULL,
  "norm_sha256" TEXT NOT NULL,
  "context_before" TEXT[] NOT NULL DEFAULT '{}',
  "context_after" TEXT[] NOT NULL DEFAULT '{}',
  "symbol_path" TEXT,
  "syntax" JSONB,
  "dup_index" INTEGER NOT NULL,
  "dup_count" INTEGER NOT NULL,
  "alnum_count" INTEGER NOT NULL,
  "anchor_commit" TEXT NOT NULL,
  "anchor_blob_oid" TEXT NOT NULL,
  "anchor_path" TEXT NOT NULL,
  "anchor_line_start" INTEGER NOT NULL,
  "anchor_line_end" INTEGER NOT NULL,
  "seen_blob_oid" TEXT,
  "status" TEXT NOT NULL DEFAULT 'unchecked',
  "facts" TEXT[] NOT NULL DEFAULT '{}',
  "confidence" DOUBLE PRECISION,
  "reason" TEXT,
  "found_path" TEXT,
  "found_line_start" INTEGER,
  "found_line_end" INTEGER,
  "found_text" TEXT,
  "found_sha256" TEXT,
  "checked_at" TIMESTAMPTZ(3),
  "checked_commit" TEXT,
  "changed_at" TIMESTAMPTZ(3),
  "decision" TEXT,
  "decided_sha256" TEXT,
  "decided_at" TIMESTAMPTZ(3),
  "decided_by_kind" TEXT,
  "decided_by_id" TEXT,
  "decided_by_name" TEXT,
  "decision_event_id" UUID,
  "judged_at" TIMESTAMPTZ(3),
  "opinion" JSONB,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "memory_support_pkey" PRIMARY KEY ("organization_id", "id"),
  CONSTRAINT "memory_support_organization_id_repository_id_fkey" FOREIGN KEY ("organization_id", "repository_id")
    REFERENCES "repository" ("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "memory_support_organization_id_memory_id_fkey" FOREIGN KEY ("organization_id", "memory_id")
    REFERENCES "memory" ("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "memory_support_organization_id_memory_id_position_idx" ON "memory_support" ("organization_id", "memory_id", "position");
CREATE INDEX "memory_support_organization_id_repository_id_anchor_path_idx" ON "memory_support" ("organization_id", "repository_id", "anchor_path");
CREATE INDEX "memory_support_organization_id_changed_at_id_idx" ON "memory_support" ("organization_id", "changed_at", "id");
-- When it was looked up what a memory rests on.
ALTER TABLE "memory" ADD COLUMN "supports_read_at" TIMESTAMPTZ(3);
CREATE INDEX "memory_organization_id_repository_id_supports_read_at_idx" ON "memory" ("organization_id", "repository_id", "supports_read_at");
