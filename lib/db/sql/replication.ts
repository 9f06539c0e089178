import type { Db } from "../client";

/** Notes that a caller changed something. @returns the position of the log, in bytes, that has the change. */
export async function putChangePosition(db: Db, { who }: { who: string }): Promise<bigint> {
  const [row] = await db.$queryRaw<{ position: bigint }[]>`
    insert into change_position as kept (who, position, changed_at)
    values (${who}, (pg_current_wal_insert_lsn() - '0/0')::bigint, now())
    on conflict (who) do update set position = excluded.position, changed_at = excluded.changed_at
    returning position`;
  if (!row) throw new Error("the position of a change was not written");
  return row.position;
}

/** Where the log stands now, and where it stood after the caller's last change; null: there is none on record. */
export async function findChangePosition(
  db: Db,
  { who }: { who: string },
): Promise<{ changed: bigint | null; newest: bigint }> {
  const [row] = await db.$queryRaw<{ changed: bigint | null; newest: bigint }[]>`
    select (select position from change_position where who = ${who}) as changed,
      (pg_current_wal_lsn() - '0/0')::bigint as newest`;
  if (!row) throw new Error("the database does not say where its log stands");
  return row;
}

/** What a replica has replayed; null of a server that replays nothing, such as one that was promoted. */
export async function findReplayedPosition(db: Db): Promise<bigint | null> {
  const [row] = await db.$queryRaw<{ replayed: bigint | null }[]>`
    select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::bigint end as replayed`;
  return row?.replayed ?? null;
}

/** Forgets changes that every replica has by now. */
export async function deleteChangePositions(
  db: Db,
  { before, replayed }: { before: Date; replayed: bigint },
): Promise<void> {
  await db.$executeRaw`delete from change_position where changed_at < ${before} and position <= ${replayed}`;
}
