import type { Db } from "../client";

/** The organizations that have a repository of each of these ids, by id: ids are unique within an organization only. */
export async function findOrganizationsOfRepositories(
  db: Db,
  { repository_ids }: { repository_ids: readonly string[] },
): Promise<Map<string, string[]>> {
  const rows = await db.$queryRaw<{ id: string; organization_id: string }[]>`
    select r.id, r.organization_id from repository r where r.id = any(${[...repository_ids]}::uuid[])`;
  const found = new Map<string, string[]>();
  for (const { id, organization_id } of rows) found.set(id, [...(found.get(id) ?? []), organization_id]);
  return found;
}
