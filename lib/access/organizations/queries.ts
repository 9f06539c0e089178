import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { newId } from "@/lib/kernel/ids";
import { type Organization, settingsSchema } from "../contract";
import { NAMED } from "./example-queries";

function toOrganization(row: Prisma.organizationGetPayload<object>): Organization {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    settings: settingsSchema.parse(row.settings),
    version: row.version,
    created_at: row.created_at.toISOString(),
  };
}

export async function findOrganization(db: Db, { organization_id }: { organization_id: string }) {
  const row = await db.organization.findUnique({ where: { id: organization_id } });
  return row && toOrganization(row);
}

/** The same, with the organization that it is the example of. */
export async function findOrganizationAndParent(db: Db, { organization_id }: { organization_id: string }) {
  const row = await db.organization.findUnique({
    where: { id: organization_id },
    include: { parent: { select: NAMED } },
  });
  return row && { ...toOrganization(row), example_of: row.parent };
}

/** The secret by which sessions fall into the holdout or out of it. */
export async function findHoldoutSecret(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<string> {
  const { holdout_secret } = await db.organization.findUniqueOrThrow({
    where: { id: organization_id },
    select: { holdout_secret: true },
  });
  return holdout_secret;
}

export async function insertOrganization(db: Db, params: { slug: string; name: string; settings: object }) {
  return toOrganization(await db.organization.create({ data: { id: newId(), ...params } }));
}

/** Null when the version is no longer the one given. */
export async function updateOrganization(
  db: Db,
  {
    organization_id,
    version,
    name,
    settings,
    now,
  }: { organization_id: string; version: number; name: string; settings: object; now: Date },
): Promise<Organization | null> {
  const { count } = await db.organization.updateMany({
    where: { id: organization_id, version },
    data: { name, settings, version: { increment: 1 }, updated_at: now },
  });
  if (count === 0) return null;
  return findOrganization(db, { organization_id });
}

/** Whether what was stored by earlier rules of scope was brought under the present ones. */
export async function isScopeMigrated(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<boolean> {
  const row = await db.organization.findUnique({
    where: { id: organization_id },
    select: { scopes_migrated_at: true },
  });
  return row === null || row.scopes_migrated_at !== null;
}

export async function markScopeMigrated(
  db: Db,
  { organization_id, now }: { organization_id: string; now: Date },
): Promise<void> {
  await db.organization.updateMany({ where: { id: organization_id }, data: { scopes_migrated_at: now } });
}
