-- Logs of what agents said and heard, the facts learned from their lines, and patterns over weeks.
CREATE TABLE "conversation_day" (
  "organization_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "agent" TEXT NOT NULL,
  "day" TEXT NOT NULL,
  "state" TEXT NOT NULL DEFAULT 'open',
  "last_line" INTEGER NOT NULL DEFAULT 0,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "problem" TEXT,
  "extractor" TEXT,
  "claim" UUID,
  "claimed_at" TIMESTAMPTZ(3),
  "extracted_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "conversation_day_pkey" PRIMARY KEY ("organization_id", "id"),
  CONSTRAINT "conversation_day_organization_id_fkey" FOREIGN KEY ("organization_id")
    REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "conversation_day_organization_id_agent_day_key" ON "conversation_day" ("organization_id", "agent", "day");
CREATE INDEX "conversation_day_organization_id_day_id_idx" ON "conversation_day" ("organization_id", "day", "id");

CREATE TABLE "conversation_line" (
  "organization_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "day_id" UUID NOT NULL,
  "number" INTEGER NOT NULL,
  "type" TEXT NOT NULL,
  "source" TEXT NOT NULL,
  "speaker" TEXT,
  "said_at" TIMESTAMPTZ(3),
  "text" TEXT NOT NULL,
  "sha256" TEXT NOT NULL,
  "redactions" INTEGER NOT NULL DEFAULT 0,
  "created_by_kind" TEXT NOT NULL,
  "created_by_id" TEXT NOT NULL,
  "created_by_name" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "corrected_at" TIMESTAMPTZ(3),
  "deleted_at" TIMESTAMPTZ(3),
  "extracted_at" TIMESTAMPTZ(3),
  CONSTRAINT "conversation_line_pkey" PRIMARY KEY ("organization_id", "id"),
  CONSTRAINT "conversation_line_organization_id_day_id_fkey" FOREIGN KEY ("organization_id", "day_id")
    REFERENCES "conversation_day" ("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "conversation_line_organization_id_day_id_number_key" ON "conversation_line" ("organization_id", "day_id", "number");
CREATE UNIQUE INDEX "conversation_line_organization_id_day_id_sha256_key" ON "conversation_line" ("organization_id", "day_id", "sha256");

CREATE TABLE "conversation_fact" (
  "organization_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "line_id" UUID NOT NULL,
  "memory_id" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "conversation_fact_pkey" PRIMARY KEY ("organization_id", "id"),
  CONSTRAINT "conversation_fact_organization_id_line_id_fkey" FOREIGN KEY ("organization_id", "line_id")
    REFERENCES "conversation_line" ("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "conversation_fact_organization_id_memory_id_fkey" FOREIGN KEY ("organization_id", "memory_id")
    REFERENCES "memory" ("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "conversation_fact_organization_id_line_id_memory_id_key" ON "conversation_fact" ("organization_id", "line_id", "memory_id");
CREATE INDEX "conversation_fact_organization_id_memory_id_idx" ON "conversation_fact" ("organization_id", "memory_id");

CREATE TABLE "conversation_synthesis" (
  "organization_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "agent" TEXT NOT NULL,
  "week" TEXT NOT NULL,
  "state" TEXT NOT NULL DEFAULT 'open',
  "extractor" TEXT,
  "claim" UUID,
  "claimed_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "conversation_synthesis_pkey" PRIMARY KEY ("organization_id", "id"),
  CONSTRAINT "conversation_synthesis_organization_id_fkey" FOREIGN KEY ("organization_id")
    REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "conversation_synthesis_organization_id_agent_week_key" ON "conversation_synthesis" ("organization_id", "agent", "week");

CREATE TABLE "conversation_pattern" (
  "organization_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "synthesis_id" UUID NOT NULL,
  "position" INTEGER NOT NULL,
  "statement" TEXT NOT NULL,
  "memory_id" UUID NOT NULL,
  CONSTRAINT "conversation_pattern_pkey" PRIMARY KEY ("organization_id", "id"),
  CONSTRAINT "conversation_pattern_organization_id_synthesis_id_fkey" FOREIGN KEY ("organization_id", "synthesis_id")
    REFERENCES "conversation_synthesis" ("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "conversation_pattern_organization_id_memory_id_fkey" FOREIGN KEY ("organization_id", "memory_id")
    REFERENCES "memory" ("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "conversation_pattern_organization_id_synthesis_id_position_mem_key" ON "conversation_pattern" ("organization_id", "synthesis_id", "position", "memory_id");
CREATE INDEX "conversation_pattern_organization_id_memory_id_idx" ON "conversation_pattern" ("organization_id", "memory_id");
