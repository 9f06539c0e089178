-- Names for what a list shows, of a person or of the organization, and with which one a list opens.
CREATE TABLE "saved_view" (
  "organization_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "list" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "query" TEXT NOT NULL,
  "person_id" UUID,
  "version" INTEGER NOT NULL DEFAULT 1,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "saved_view_pkey" PRIMARY KEY ("organization_id", "id"),
  CONSTRAINT "saved_view_organization_id_fkey" FOREIGN KEY ("organization_id")
    REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "saved_view_organization_id_person_id_fkey" FOREIGN KEY ("organization_id", "person_id")
    REFERENCES "member" ("organization_id", "person_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "saved_view_organization_id_list_idx" ON "saved_view" ("organization_id", "list");
CREATE INDEX "saved_view_organization_id_person_id_idx" ON "saved_view" ("organization_id", "person_id");

CREATE TABLE "default_view" (
  "organization_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "list" TEXT NOT NULL,
  "view_id" UUID NOT NULL,
  CONSTRAINT "default_view_pkey" PRIMARY KEY ("organization_id", "person_id", "list"),
  CONSTRAINT "default_view_organization_id_person_id_fkey" FOREIGN KEY ("organization_id", "person_id")
    REFERENCES "member" ("organization_id", "person_id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "default_view_organization_id_view_id_fkey" FOREIGN KEY ("organization_id", "view_id")
    REFERENCES "saved_view" ("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "default_view_organization_id_view_id_idx" ON "default_view" ("organization_id", "view_id");
