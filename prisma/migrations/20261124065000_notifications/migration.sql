-- What people are notified of, how they want to be, and the webhooks that are called.
CREATE TABLE "notification" (
  "organization_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "title" TEXT NOT NULL,
  "path" TEXT NOT NULL,
  "count" INTEGER NOT NULL DEFAULT 1,
  "actor_kind" TEXT NOT NULL,
  "actor_id" TEXT NOT NULL,
  "actor_name" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "read_at" TIMESTAMPTZ(3),
  "email_due_at" TIMESTAMPTZ(3),
  "emailed_at" TIMESTAMPTZ(3),
  CONSTRAINT "notification_pkey" PRIMARY KEY ("organization_id", "id"),
  CONSTRAINT "notification_organization_id_person_id_fkey" FOREIGN KEY ("organization_id", "person_id")
    REFERENCES "member" ("organization_id", "person_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "notification_organization_id_person_id_id_idx" ON "notification" ("organization_id", "person_id", "id");
CREATE INDEX "notification_organization_id_email_due_at_idx" ON "notification" ("organization_id", "email_due_at");

CREATE TABLE "notification_preference" (
  "organization_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "preferences" JSONB NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "notification_preference_pkey" PRIMARY KEY ("organization_id", "person_id"),
  CONSTRAINT "notification_preference_organization_id_person_id_fkey" FOREIGN KEY ("organization_id", "person_id")
    REFERENCES "member" ("organization_id", "person_id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "notification_webhook" (
  "organization_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "label" TEXT NOT NULL,
  "shown_url" TEXT NOT NULL,
  "sealed_url" TEXT NOT NULL,
  "format" TEXT NOT NULL,
  "kinds" TEXT[] NOT NULL,
  "sealed_secret" TEXT NOT NULL,
  "active" BOOLEAN NOT NULL DEFAULT true,
  "version" INTEGER NOT NULL DEFAULT 1,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "notification_webhook_pkey" PRIMARY KEY ("organization_id", "id"),
  CONSTRAINT "notification_webhook_organization_id_fkey" FOREIGN KEY ("organization_id")
    REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "notification_webhook_organization_id_label_key" ON "notification_webhook" ("organization_id", "label");

CREATE TABLE "notification_delivery" (
  "organization_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "webhook_id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "payload" JSONB NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'waiting',
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "response_status" INTEGER,
  "problem" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "attempted_at" TIMESTAMPTZ(3),
  CONSTRAINT "notification_delivery_pkey" PRIMARY KEY ("organization_id", "id"),
  CONSTRAINT "notification_delivery_organization_id_webhook_id_fkey" FOREIGN KEY ("organization_id", "webhook_id")
    REFERENCES "notification_webhook" ("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "notification_delivery_organization_id_webhook_id_id_idx" ON "notification_delivery" ("organization_id", "webhook_id", "id");

-- Until when it is known what began to wait in the inbox.
CREATE TABLE "inbox_scan" (
  "organization_id" UUID NOT NULL,
  "scanned_to" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "inbox_scan_pkey" PRIMARY KEY ("organization_id"),
  CONSTRAINT "inbox_scan_organization_id_fkey" FOREIGN KEY ("organization_id")
    REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
