import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/errors";
import type { Settings } from "./contract";
import { findOrganization } from "./store";

/**
 * The organization's settings.
 * @throws AppError not_found when the organization was removed.
 */
export async function settingsOf(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<Settings> {
  const organization = await findOrganization(db, { organization_id });
  if (!organization) throw new AppError("not_found", "This organization does not exist.");
  return organization.settings;
}
