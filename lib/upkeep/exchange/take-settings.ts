import { isDeepStrictEqual } from "node:util";
import { findOrganization, updateOrganization } from "@/lib/access";
import { type Settings, settingsSchema } from "@/lib/access/contract";
import type { Db } from "@/lib/db/client";
import { AppError, invalidField } from "@/lib/kernel/errors";
import type { ExportHeader } from "./contract";

/** The settings of an organization before an import took over those of the file, and after. */
export type TakenSettings = { before: Settings; after: Settings };

/**
 * Takes over the settings of an export where nobody set any here: only where all are the defaults still, memory being on or
 * off aside. Memory is on afterwards only where it was on both there and here, so that an import switches it on for nobody.
 * Null: the settings stay as they are.
 * @throws AppError invalid_input for what are no settings, conflict when somebody changes them at this moment.
 */
export async function takeSettings(
  tx: Db,
  { organization_id, header, now }: { organization_id: string; header: ExportHeader; now: Date },
): Promise<TakenSettings | null> {
  const settings = settingsSchema.safeParse(header.organization.settings);
  if (!settings.success)
    throw invalidField("/header/organization/settings", "are not settings of an organization");
  const organization = await findOrganization(tx, { organization_id });
  if (!organization) throw new AppError("not_found", "This organization does not exist.");
  const { version, name, settings: before } = organization;
  if (!isDeepStrictEqual(before, settingsSchema.parse({ enabled: before.enabled }))) return null;
  const after = { ...settings.data, enabled: before.enabled && settings.data.enabled };
  if (isDeepStrictEqual(before, after)) return null;
  if (!(await updateOrganization(tx, { organization_id, version, name, settings: after, now })))
    throw new AppError("conflict", "The organization changed meanwhile; import again.");
  return { before, after };
}
