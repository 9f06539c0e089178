import type { Db } from "../client";

/**
 * Keeps the group of a session, unless one is kept already. @returns whether the session is held out, as was decided
 * first. Two processes that decide at once decide the same, because both hash the same id.
 */
export async function insertHoldoutSession(
  db: Db,
  {
    organization_id,
    session_id,
    repository_id,
    held_out,
    share,
    now,
  }: {
    organization_id: string;
    session_id: string;
    repository_id: string | null;
    held_out: boolean;
    share: number;
    now: Date;
  },
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ held_out: boolean }[]>`
    with added as (
      insert into holdout_session (organization_id, session_id, repository_id, held_out, share, decided_at)
      values (${organization_id}::uuid, ${session_id}, ${repository_id}::uuid, ${held_out}, ${share}::float8,
        ${now}::timestamptz)
      on conflict (organization_id, session_id) do nothing
      returning held_out)
    select held_out from added
    union all
    select h.held_out from holdout_session h
    where h.organization_id = ${organization_id}::uuid and h.session_id = ${session_id}
    limit 1`;
  return row?.held_out ?? held_out;
}
