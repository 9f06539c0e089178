-- Public keys by which people sign in, and the challenges that their next use must answer.
CREATE TABLE "passkey" (
  "id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "organization_id" UUID,
  "credential_id" TEXT NOT NULL,
  "public_key" BYTEA NOT NULL,
  "counter" BIGINT NOT NULL,
  "transports" TEXT[] NOT NULL DEFAULT '{}',
  "backed_up" BOOLEAN NOT NULL,
  "name" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "last_used_at" TIMESTAMPTZ(3),
  CONSTRAINT "passkey_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "passkey_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "passkey_organization_id_person_id_fkey" FOREIGN KEY ("organization_id", "person_id")
    REFERENCES "member" ("organization_id", "person_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "passkey_credential_id_key" ON "passkey" ("credential_id");
CREATE INDEX "passkey_person_id_idx" ON "passkey" ("person_id");
CREATE INDEX "passkey_organization_id_person_id_idx" ON "passkey" ("organization_id", "person_id");

CREATE TABLE "passkey_challenge" (
  "challenge_hash" TEXT NOT NULL,
  "person_id" UUID,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "passkey_challenge_pkey" PRIMARY KEY ("challenge_hash"),
  CONSTRAINT "passkey_challenge_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "passkey_challenge_expires_at_idx" ON "passkey_challenge" ("expires_at");
CREATE INDEX "passkey_challenge_person_id_idx" ON "passkey_challenge" ("person_id");

ALTER TABLE "login" DROP CONSTRAINT "login_method_check";
ALTER TABLE "login" ADD CONSTRAINT "login_method_check" CHECK ("method" IN ('link', 'passkey', 'github', 'oidc'));
