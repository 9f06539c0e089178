import type pg from "pg";

export type Counts = { statements: number | null; wal_bytes: number | null };

/** Reads what the database counts; each is null where it counts no such thing. */
export type Counters = { read(): Promise<Counts> };

/** Statements, transactions' begin and end among them, by pg_stat_statements where the server has it loaded. */
export async function openCounters(bare: pg.Client): Promise<Counters> {
  const counts = await bare
    .query("create extension if not exists pg_stat_statements")
    .then(() => bare.query("select count(*) from pg_stat_statements"))
    .then(
      () => true,
      () => false,
    );
  const ask = (text: string) =>
    bare.query<{ value: string | null }>(text).then(
      ({ rows }) => Number(rows[0]?.value ?? 0),
      () => null,
    );
  return {
    read: async () => ({
      // Without its own questions.
      statements: counts
        ? await ask(
            `select sum(calls) as value from pg_stat_statements s join pg_database d on d.oid = s.dbid
             where d.datname = current_database() and s.query not like '%pg_stat_statements%'
               and s.query not like '%pg_wal_lsn_diff%'`,
          )
        : null,
      wal_bytes: await ask("select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as value"),
    }),
  };
}

export function difference(after: Counts, before: Counts, requests: number): Counts {
  const per = (now: number | null, then: number | null) => {
    if (now === null || then === null) return null;
    return (now - then) / requests;
  };
  return {
    statements: per(after.statements, before.statements),
    wal_bytes: per(after.wal_bytes, before.wal_bytes),
  };
}
