import type { Db } from "../client";

/** True when the database answers and is migrated. */
export async function pingDatabase(db: Db): Promise<boolean> {
  await db.$queryRaw`select 1 from organization limit 1`;
  return true;
}
