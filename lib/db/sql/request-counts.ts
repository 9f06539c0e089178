import type { Db } from "../client";

/** Requests of a caller in one minute; `minute` counts since 1970. */
export type RequestCount = { who: string; minute: number; count: number };

/**
 * Adds to the counts that all web processes share, and reads the sums. In one order, so that two processes never wait for
 * each other.
 */
export async function addRequestCounts(db: Db, counts: readonly RequestCount[]): Promise<RequestCount[]> {
  const sorted = counts.toSorted((a, b) => (a.who < b.who ? -1 : 1));
  return db.$queryRaw<RequestCount[]>`
    insert into request_count as kept (who, minute, count)
    select * from unnest(${sorted.map(({ who }) => who)}::text[], ${sorted.map(({ minute }) => minute)}::int[],
      ${sorted.map(({ count }) => count)}::int[])
    on conflict (who, minute) do update set count = kept.count + excluded.count
    returning who, minute, count`;
}

/** Forgets the counts of earlier minutes. */
export async function deleteRequestCounts(db: Db, { before }: { before: number }): Promise<void> {
  await db.$executeRaw`delete from request_count where minute < ${before}`;
}
