import type { Db } from "@/lib/db/client";
import { announceRepositorySettings } from "@/lib/db/sql/access";
import { type SettingsChange, settingsChangeSchema } from "../contract";

type OfRepository = { organization_id: string; repository_id: string };

/** What a repository overrides; nothing, in version 0, when it never did. */
export async function findRepositorySettings(
  db: Db,
  { organization_id, repository_id }: OfRepository,
): Promise<{ settings: SettingsChange; version: number }> {
  const row = await db.repository_settings.findUnique({
    where: { organization_id_repository_id: { organization_id, repository_id } },
  });
  if (row) return { settings: settingsChangeSchema.parse(row.settings), version: row.version };
  return { settings: {}, version: 0 };
}

/** Replaces what a repository overrides. False when its version is no longer the one given. */
export async function putRepositorySettings(
  db: Db,
  {
    organization_id,
    repository_id,
    settings,
    version,
    now,
  }: OfRepository & { settings: SettingsChange; version: number; now: Date },
): Promise<boolean> {
  const { count } =
    version === 0
      ? await db.repository_settings.createMany({
          data: [{ organization_id, repository_id, settings, updated_at: now }],
          skipDuplicates: true,
        })
      : await db.repository_settings.updateMany({
          where: { organization_id, repository_id, version },
          data: { settings, version: { increment: 1 }, updated_at: now },
        });
  if (count === 1) await announceRepositorySettings(db, { organization_id, repository_id });
  return count === 1;
}

export type Overriding = { id: string; name: string; settings: SettingsChange };

/** The repositories that override settings, each with what it overrides. */
export async function listOverriding(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<Overriding[]> {
  const rows = await db.repository_settings.findMany({
    where: { organization_id },
    select: { settings: true, repository: { select: { id: true, name: true } } },
  });
  return rows.map(({ settings, repository }) => ({
    ...repository,
    settings: settingsChangeSchema.parse(settings),
  }));
}
