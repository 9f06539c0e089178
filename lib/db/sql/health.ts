import type { Db } from "../client";

/**
 * Answers when the database does and is migrated: whether it takes changes. A standby, and a server that was made
 * read-only, do not.
 */
export async function pingDatabase(db: Db): Promise<{ is_read_only: boolean }> {
  const [row] = await db.$queryRaw<{ is_read_only: boolean }[]>`
    select current_setting('transaction_read_only') = 'on' as is_read_only, exists (select 1 from organization)`;
  return { is_read_only: row?.is_read_only === true };
}
