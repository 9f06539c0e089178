-- One inbox over everything that waits for a person: what is hidden until later, who looks at it, what is said about it.
CREATE TABLE "inbox_snooze" (
  "organization_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "subject_id" UUID NOT NULL,
  "until" TIMESTAMPTZ(3) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "inbox_snooze_pkey" PRIMARY KEY ("organization_id", "person_id", "kind", "subject_id"),
  CONSTRAINT "inbox_snooze_organization_id_person_id_fkey" FOREIGN KEY ("organization_id", "person_id")
    REFERENCES "member" ("organization_id", "person_id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "inbox_assignment" (
  "organization_id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "subject_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "assigned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "inbox_assignment_pkey" PRIMARY KEY ("organization_id", "kind", "subject_id"),
  CONSTRAINT "inbox_assignment_organization_id_person_id_fkey" FOREIGN KEY ("organization_id", "person_id")
    REFERENCES "member" ("organization_id", "person_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "inbox_assignment_organization_id_person_id_idx" ON "inbox_assignment" ("organization_id", "person_id");

CREATE TABLE "inbox_comment" (
  "organization_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "subject_id" UUID NOT NULL,
  "body" TEXT NOT NULL,
  "author_kind" TEXT NOT NULL,
  "author_id" TEXT NOT NULL,
  "author_name" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "inbox_comment_pkey" PRIMARY KEY ("organization_id", "id"),
  CONSTRAINT "inbox_comment_organization_id_fkey" FOREIGN KEY ("organization_id")
    REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "inbox_comment_organization_id_kind_subject_id_id_idx" ON "inbox_comment" ("organization_id", "kind", "subject_id", "id");
