import { Prisma } from "@/lib/db/generated/client";
import { tenantSql } from "@/lib/db/tenant-guard";
import type { Db } from "../client";
import type { AnchorColumns, BasisColumns } from "./citations";

/** What following a support found. */
export type SupportCheckRow = AnchorColumns &
  BasisColumns & {
    id: string;
    status: string;
    facts: readonly string[];
    confidence: number | null;
    reason: string;
    is_edited: boolean;
    seen_blob_oid: string | null;
    found_path: string | null;
    found_blob_oid: string | null;
    found_line_start: number | null;
    found_line_end: number | null;
    found_text: string | null;
    found_sha256: string | null;
    symbol_path: string | null;
  };

/**
 * Brings supports up to date. One that reads otherwise than when it was decided on is changed since now, unless it was
 * before; one that reads as it did is not changed. @returns how many were still as they were read, and are kept.
 */
export async function writeSupportChecks(
  db: Db,
  {
    organization_id,
    commit,
    now,
    checks,
  }: { organization_id: string; commit: string; now: Date; checks: readonly SupportCheckRow[] },
): Promise<number> {
  const rows = Prisma.sql`${JSON.stringify(checks)}::jsonb`;
  return db.$executeRaw(tenantSql(organization_id)`
    update memory_support s set
      status = u.status,
      facts = array(select jsonb_array_elements_text(u.facts)),
      confidence = u.confidence,
      reason = u.reason,
      seen_blob_oid = u.seen_blob_oid,
      found_path = u.found_path,
      found_blob_oid = u.found_blob_oid,
      found_line_start = u.found_line_start,
      found_line_end = u.found_line_end,
      found_text = u.found_text,
      found_sha256 = u.found_sha256,
      judged_at = case when s.found_sha256 is not distinct from u.found_sha256 then s.judged_at end,
      opinion = case when s.found_sha256 is not distinct from u.found_sha256 then s.opinion end,
      symbol_path = coalesce(u.symbol_path, s.symbol_path),
      anchor_commit = coalesce(u.anchor_commit, s.anchor_commit),
      anchor_blob_oid = coalesce(u.anchor_blob_oid, s.anchor_blob_oid),
      anchor_path = coalesce(u.anchor_path, s.anchor_path),
      anchor_line_start = coalesce(u.anchor_line_start, s.anchor_line_start),
      anchor_line_end = coalesce(u.anchor_line_end, s.anchor_line_end),
      checked_at = ${now}::timestamptz,
      checked_commit = ${commit},
      changed_at = case when u.is_edited and (s.decision is null or s.decided_sha256 is distinct from u.found_sha256)
        then coalesce(s.changed_at, ${now}::timestamptz) end
    from jsonb_to_recordset(${rows}) as u(
      id uuid, status text, facts jsonb, confidence double precision, reason text, is_edited boolean,
      seen_blob_oid text, found_path text, found_blob_oid text, found_line_start integer, found_line_end integer,
      found_text text, found_sha256 text, symbol_path text, anchor_commit text, anchor_blob_oid text, anchor_path text,
      anchor_line_start integer, anchor_line_end integer, was_path text, was_blob_oid text, was_line_start integer,
      was_line_end integer, was_checked_commit text)
    where s.organization_id = ${organization_id}::uuid and s.id = u.id
    and (s.anchor_path, s.anchor_blob_oid, s.anchor_line_start, s.anchor_line_end, s.checked_commit)
      is not distinct from (u.was_path, u.was_blob_oid, u.was_line_start, u.was_line_end, u.was_checked_commit)`);
}
