import { Prisma } from "@/lib/db/generated/client";
import { prepared, tenantSql } from "@/lib/db/tenant-guard";
import type { Db } from "../client";

/** Rows of one statement travel as one JSON parameter, so that a thousand cost about what one does. */
const json = (rows: unknown) => Prisma.sql`${JSON.stringify(rows)}::jsonb`;

/** A line table by its blob, for `blob_lines`. */
export type LineTable = { blob_oid: string; line_hashes: Uint8Array };

const tables = (rows: readonly LineTable[]) =>
  json(
    rows.map(({ blob_oid, line_hashes }) => ({
      blob_oid,
      line_hashes: Buffer.from(line_hashes).toString("base64"),
    })),
  );

/** Part of a `with`: keeps line tables; those that are kept already stay as they are. */
const keptTables = (organization_id: string, rows: readonly LineTable[], now: Date) => Prisma.sql`
  kept_tables as (
    insert into blob_lines (organization_id, blob_oid, line_hashes, created_at)
    select ${organization_id}::uuid, t.blob_oid, decode(t.line_hashes, 'base64'), ${now}::timestamptz
    from jsonb_to_recordset(${tables(rows)}) as t(blob_oid text, line_hashes text)
    order by t.blob_oid on conflict do nothing)`;

/** Where a check puts an anchor; all null when it stays where it was. */
export type AnchorColumns = {
  anchor_commit: string | null;
  anchor_blob_oid: string | null;
  anchor_path: string | null;
  anchor_line_start: number | null;
  anchor_line_end: number | null;
};

/** What must still be on record for a check to be kept. */
export type BasisColumns = {
  was_path: string;
  was_blob_oid: string;
  was_line_start: number;
  was_line_end: number;
  was_checked_commit: string | null;
};

type Place = { path: string; blob_oid: string; line_start: number; line_end: number };

/** The place that a check anchors its text to from now on, as columns; null: it stays anchored where it was. */
export const anchorColumns = (anchor: (Place & { commit_sha: string }) | null): AnchorColumns => ({
  anchor_commit: anchor?.commit_sha ?? null,
  anchor_blob_oid: anchor?.blob_oid ?? null,
  anchor_path: anchor?.path ?? null,
  anchor_line_start: anchor?.line_start ?? null,
  anchor_line_end: anchor?.line_end ?? null,
});

/** The place and the last verdict that a check was made with, as columns. */
export const basisColumns = (basis: Place & { checked_commit: string | null }): BasisColumns => ({
  was_path: basis.path,
  was_blob_oid: basis.blob_oid,
  was_line_start: basis.line_start,
  was_line_end: basis.line_end,
  was_checked_commit: basis.checked_commit,
});

/** One check of one citation. */
export type CheckRow = AnchorColumns &
  BasisColumns & {
    id: string;
    citation_id: string;
    status: string;
    path: string | null;
    line_start: number | null;
    line_end: number | null;
    similarity: number | null;
    confidence: number | null;
    whitespace_changed: boolean;
    found_text: string | null;
    reason: string | null;
    stands_at: object | null;
    facts: readonly string[];
    /** Null where it was not looked at: the citation keeps the one it has. */
    symbol_path: string | null;
  };

/** Part of a `with`, after `u`: the checked citations, locked, and whether each is still as it was read. */
const stateBefore = (organization_id: string) => Prisma.sql`
  locked as materialized (
    select c.id, c.status, c.checked_commit, c.symbol_path, c.facts,
      c.anchor_path, c.anchor_blob_oid, c.anchor_line_start, c.anchor_line_end
    from citation c
    where c.organization_id = ${organization_id}::uuid
    and c.id = any(array(select citation_id from u))
    order by c.id
    for update),
  before as materialized (
    select c.id, c.status, c.checked_commit, c.symbol_path, c.facts,
      (c.anchor_path, c.anchor_blob_oid, c.anchor_line_start, c.anchor_line_end, c.checked_commit)
      is not distinct from
      (u.was_path, u.was_blob_oid, u.was_line_start, u.was_line_end, u.was_checked_commit) as same
    from locked c
    join u on u.citation_id = c.id)`;

/** What the last check on record of a citation of `u` found: its verdict may be an older one. */
const lastFound = (organization_id: string) => Prisma.sql`
  (select k.status from citation_check k
    where k.organization_id = ${organization_id}::uuid and k.citation_id = u.citation_id
    order by k.checked_at desc, k.id desc limit 1)`;

/**
 * Keeps checks as history and brings their citations up to date, in one statement. `status_since` changes only with
 * the status. What could not be read leaves a verdict of edited or missing alone, never counts as checked at the
 * commit, and is written once until it can be read again. With `only_news`, a check adds no history that repeats the
 * verdict on record for the same commit, or finds unchanged what was unchanged before. A check whose citation is not as
 * it was read leaves it alone.
 * @returns the citations that were not as they were read, each with the commit of the verdict that came first.
 */
export async function writeChecks(
  db: Db,
  {
    organization_id,
    commit,
    now,
    only_news,
    checks,
    tables,
  }: {
    organization_id: string;
    commit: string;
    now: Date;
    only_news: boolean;
    tables: readonly LineTable[];
    checks: readonly CheckRow[];
  },
): Promise<{ citation_id: string; checked_commit: string | null }[]> {
  return db.$queryRaw(tenantSql(organization_id)`
    with u as materialized (
      select * from jsonb_to_recordset(${json(checks)}) as u(
        id uuid, citation_id uuid, status text, path text, line_start integer, line_end integer,
        similarity double precision, confidence double precision, whitespace_changed boolean, found_text text,
         reason text, stands_at jsonb, facts jsonb, symbol_path text, anchor_commit text, anchor_blob_oid text,
         anchor_path text, anchor_line_start integer,
        anchor_line_end integer, was_path text, was_blob_oid text, was_line_start integer, was_line_end integer,
        was_checked_commit text)),
    ${stateBefore(organization_id)},
    ${keptTables(organization_id, tables, now)},
    updated as (
      update citation c set
        status = u.status,
        status_since = case when c.status = u.status then c.status_since else ${now}::timestamptz end,
        similarity = u.similarity,
        confidence = u.confidence,
        reason = u.reason,
        stands_at = u.stands_at,
        facts = array(select jsonb_array_elements_text(u.facts)),
        symbol_path = coalesce(u.symbol_path, c.symbol_path),
        checked_at = ${now}::timestamptz,
        checked_commit = case when u.status = 'unreachable' then c.checked_commit else ${commit} end,
        anchor_commit = coalesce(u.anchor_commit, c.anchor_commit),
        anchor_blob_oid = coalesce(u.anchor_blob_oid, c.anchor_blob_oid),
        anchor_path = coalesce(u.anchor_path, c.anchor_path),
        anchor_line_start = coalesce(u.anchor_line_start, c.anchor_line_start),
        anchor_line_end = coalesce(u.anchor_line_end, c.anchor_line_end)
      from u join before on before.id = u.citation_id and before.same
      where c.organization_id = ${organization_id}::uuid and c.id = u.citation_id
      and not (u.status = 'unreachable' and c.status in ('edited', 'missing'))),
    kept as (
      insert into citation_check (organization_id, id, citation_id, commit_sha, status, path, line_start, line_end,
        similarity, confidence, whitespace_changed, found_text, reason, facts, symbol_path, checked_at)
      select ${organization_id}::uuid, u.id, u.citation_id, ${commit}, u.status, u.path, u.line_start, u.line_end,
        u.similarity, u.confidence, u.whitespace_changed, u.found_text, u.reason,
        array(select jsonb_array_elements_text(u.facts)), coalesce(u.symbol_path, before.symbol_path), ${now}::timestamptz
      from u join before on before.id = u.citation_id and before.same
      where not (u.status = 'unreachable' and (before.status = 'unreachable'
        or ${lastFound(organization_id)} is not distinct from 'unreachable'))
      and not (${only_news} and before.status = u.status and before.checked_commit is not null
        and (before.checked_commit = ${commit} or u.status = 'unchanged'
          and before.facts = array(select jsonb_array_elements_text(u.facts)))))
    select before.id::text as citation_id, before.checked_commit from before where not before.same`);
}

/** A citation at its creation: it stands where it was cited. */
export type NewCitationRow = {
  id: string;
  check_id: string;
  memory_id: string;
  repository_id: string;
  position: number;
  commit_sha: string;
  path: string;
  blob_oid: string;
  line_start: number;
  line_end: number;
  snippet: string | null;
  snippet_sha256: string;
  norm_sha256: string;
  context_before: readonly string[];
  context_after: readonly string[];
  symbol_path: string | null;
  /** The cited lines without their layout. */
  syntax: object | null;
  dup_index: number;
  dup_count: number;
  alnum_count: number;
  mention: string | null;
  /** The commit it counts as checked at; null leaves it unchecked. */
  checked_commit: string | null;
};

/** Inserts citations, of any number of memories, with their line tables; what counts as checked gets its first check. */
export async function insertCitationRows(
  db: Db,
  {
    organization_id,
    now,
    reason,
    citations,
    tables,
  }: {
    organization_id: string;
    now: Date;
    reason: string;
    tables: readonly LineTable[];
    citations: readonly NewCitationRow[];
  },
): Promise<void> {
  await db.$executeRaw(
    prepared(tenantSql(organization_id)`
    with n as materialized (
      select * from jsonb_to_recordset(${json(citations)}) as n(
        id uuid, check_id uuid, memory_id uuid, repository_id uuid, position integer, commit_sha text, path text,
        blob_oid text, line_start integer, line_end integer, snippet text, snippet_sha256 text, norm_sha256 text,
        context_before jsonb, context_after jsonb, symbol_path text, syntax jsonb, dup_index integer,
        dup_count integer, alnum_count integer, mention text, checked_commit text)),
    ${keptTables(organization_id, tables, now)},
    inserted as (
      insert into citation (organization_id, id, memory_id, repository_id, position, commit_sha, path, blob_oid,
        line_start, line_end, snippet, snippet_sha256, norm_sha256, context_before, context_after, symbol_path,
        syntax, dup_index, dup_count, alnum_count, mention, anchor_commit, anchor_blob_oid, anchor_path, anchor_line_start,
        anchor_line_end, status, status_since, similarity, confidence, reason, checked_at, checked_commit, created_at)
      select ${organization_id}::uuid, n.id, n.memory_id, n.repository_id, n.position, n.commit_sha, n.path, n.blob_oid,
        n.line_start, n.line_end, n.snippet, n.snippet_sha256, n.norm_sha256,
        array(select jsonb_array_elements_text(n.context_before)),
        array(select jsonb_array_elements_text(n.context_after)), n.symbol_path,
         nullif(n.syntax, 'null'::jsonb), n.dup_index, n.dup_count, n.alnum_count, n.mention, n.commit_sha, n.blob_oid,
         n.path, n.line_start, n.line_end,
        case when n.checked_commit is null then 'unchecked' else 'unchanged' end,
        case when n.checked_commit is not null then ${now}::timestamptz end,
        case when n.checked_commit is not null then 1 end,
        case when n.checked_commit is not null then 1 end,
        case when n.checked_commit is not null then ${reason} end,
        case when n.checked_commit is not null then ${now}::timestamptz end,
        n.checked_commit, ${now}::timestamptz
      from n)
    insert into citation_check (organization_id, id, citation_id, commit_sha, status, path, line_start, line_end,
      similarity, confidence, reason, symbol_path, checked_at)
    select ${organization_id}::uuid, n.check_id, n.id, n.checked_commit, 'unchanged', n.path, n.line_start, n.line_end,
      1, 1, ${reason}, n.symbol_path, ${now}::timestamptz
    from n where n.checked_commit is not null`),
  );
}
