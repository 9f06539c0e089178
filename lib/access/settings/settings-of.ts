import type { Db } from "@/lib/db/client";
import { remembered } from "@/lib/db/remembered/remember";
import { AppError } from "@/lib/kernel/errors";
import type { Settings } from "../contract";
import { findOrganization } from "../organizations/queries";
import { findRepositorySettings } from "./queries";

/**
 * The settings in force: the organization's, overridden by those of the repository when one is named.
 * @throws AppError not_found when the organization was removed.
 */
export async function settingsOf(
  db: Db,
  { organization_id, repository_id }: { organization_id: string; repository_id?: string | null },
): Promise<Settings> {
  const [organization, own] = await Promise.all([
    remembered(db, {
      key: `organization ${organization_id}`,
      about: (found) => found && [organization_id],
      read: () => findOrganization(db, { organization_id }),
    }),
    repository_id
      ? remembered(db, {
          key: `repository_settings ${organization_id} ${repository_id}`,
          about: () => [organization_id, repository_id],
          read: () => findRepositorySettings(db, { organization_id, repository_id }),
        })
      : null,
  ]);
  if (!organization) throw new AppError("not_found", "This organization does not exist.");
  return { ...organization.settings, ...(own && withoutUndefined(own.settings)) };
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(params: T): Defined<T> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as Defined<T>;
}
