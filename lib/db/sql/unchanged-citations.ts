import { Prisma } from "@/lib/db/generated/client";
import { tenantSql } from "@/lib/db/tenant-guard";
import type { Db } from "../client";

/** The same in both statements: nothing about such a citation changes where its file has the same content. */
const HOLDS = Prisma.sql`(c.status in ('unchanged', 'moved', 'renamed') and c.confidence >= 0.5
  and c.facts = '{}' and c.stands_at is null)`;

/** Where the cited files of a repository stand, each path once. */
export async function citedPaths(
  db: Db,
  { organization_id, repository_id }: { organization_id: string; repository_id: string },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ path: string }[]>(tenantSql(organization_id)`
    select distinct c.anchor_path as path from citation c
    where c.organization_id = ${organization_id}::uuid and c.repository_id = ${repository_id}::uuid`);
  return rows.map(({ path }) => path);
}

type Unchanged = {
  organization_id: string;
  repository_id: string;
  commit: string;
  /** Also what was last checked before, though it was checked at the commit. */
  stale_before: Date | null;
  /** The content that stands at each path of the commit. */
  files: readonly { path: string; blob_oid: string }[];
};

/**
 * Of a citation `c`: its file has the same content. The contents are looked up in one object: a list would be joined,
 * and the planner, which cannot know how long it is, compared every file with every citation.
 */
const sameContent = (files: Unchanged["files"]) => {
  const oids = Object.fromEntries(files.map(({ path, blob_oid }) => [path, blob_oid]));
  return Prisma.sql`coalesce(${JSON.stringify(oids)}::jsonb ->> c.anchor_path = c.anchor_blob_oid, false)`;
};

/** A citation as it was read: whether its verdict on record is the same, and the commit of that. */
export type UnchangedRow = { citation_id: string; was_commit: string | null; was_unchanged: boolean };

/**
 * The citations that a check at the commit need not look at: of memories in service that were checked before and whose
 * every citation in the repository holds, in a file of the same content at the same path. Only of memories that were not
 * checked at the commit yet, one after the other.
 */
export async function unchangedCitations(
  db: Db,
  { organization_id, repository_id, commit, stale_before, files }: Unchanged,
): Promise<UnchangedRow[]> {
  return db.$queryRaw<UnchangedRow[]>(tenantSql(organization_id)`
    with looked_at as (
      select c.id, c.memory_id, c.checked_commit, c.status,
        bool_and(${sameContent(files)} and ${HOLDS}) over of_memory as unchanged,
        bool_or(c.checked_commit is distinct from ${commit} or c.checked_at < ${stale_before}::timestamptz)
          over of_memory as due
      from citation c
      join memory m on m.organization_id = c.organization_id and m.id = c.memory_id
      where c.organization_id = ${organization_id}::uuid and c.repository_id = ${repository_id}::uuid
      and m.deleted_at is null and m.status = 'active' and m.verification_count > 0
      window of_memory as (partition by c.memory_id))
    select c.id::text as citation_id, c.checked_commit as was_commit, c.status = 'unchanged' as was_unchanged
    from looked_at c
    where c.unchanged and c.due
    order by c.memory_id, c.id`);
}

/**
 * Records that citations were found unchanged at a commit, in a file of the same content. One that was checked otherwise
 * since it was read is left to a check of its own; one that was unchanged before adds no history.
 * @returns how many were recorded.
 */
export async function writeUnchanged(
  tx: Db,
  {
    organization_id,
    commit,
    files,
    now,
    reason,
    checks,
  }: Pick<Unchanged, "organization_id" | "commit" | "files"> & {
    now: Date;
    reason: string;
    /** `id`: of the check that the history gets; null for one that was unchanged before. */
    checks: readonly (Pick<UnchangedRow, "citation_id" | "was_commit"> & { id: string | null })[];
  },
): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>(tenantSql(organization_id)`
    with u as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(checks)}::jsonb)
        as u(id uuid, citation_id uuid, was_commit text)),
    locked as materialized (
      select c.id from citation c
      where c.organization_id = ${organization_id}::uuid and c.id = any(array(select citation_id from u))
      order by c.id
      for update),
    updated as (
      update citation c set
        status = 'unchanged',
        status_since = case when c.status = 'unchanged' then c.status_since else ${now}::timestamptz end,
        similarity = 1,
        confidence = 1,
        reason = ${reason},
        checked_at = ${now}::timestamptz,
        checked_commit = ${commit},
        anchor_commit = ${commit}
      from locked join u on u.citation_id = locked.id
      where c.organization_id = ${organization_id}::uuid and c.id = locked.id and ${HOLDS}
      and ${sameContent(files)}
      and c.checked_commit is not distinct from u.was_commit
      returning u.id, c.id as citation_id, c.anchor_path, c.anchor_line_start, c.anchor_line_end, c.symbol_path),
    kept as (
      insert into citation_check (organization_id, id, citation_id, commit_sha, status, path, line_start, line_end,
        similarity, confidence, whitespace_changed, reason, facts, symbol_path, checked_at)
      select ${organization_id}::uuid, id, citation_id, ${commit}, 'unchanged', anchor_path, anchor_line_start,
        anchor_line_end, 1, 1, false, ${reason}, '{}', symbol_path, ${now}::timestamptz
      from updated where id is not null)
    select count(*)::int as count from updated`);
  return row?.count ?? 0;
}
