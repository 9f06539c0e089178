import type { Db } from "@/lib/db/client";

/** What one check changes in a citation. The anchor's fields are null when it stays where it was. */
export type CitationUpdate = {
  id: string;
  status: string;
  similarity: number | null;
  confidence: number | null;
  reason: string | null;
  anchor_commit: string | null;
  anchor_blob_oid: string | null;
  anchor_path: string | null;
  anchor_line_start: number | null;
  anchor_line_end: number | null;
};

/** Applies checks to their citations in one statement; `status_since` changes only with the status. */
export async function updateCheckedCitations(
  db: Db,
  given: { organization_id: string; commit: string; now: Date; updates: readonly CitationUpdate[] },
): Promise<void> {
  const { organization_id, commit, now, updates } = given;
  await db.$executeRaw`
    update citation c set
      status = u.status,
      status_since = case when c.status = u.status then c.status_since else ${now}::timestamptz end,
      similarity = u.similarity,
      confidence = u.confidence,
      reason = u.reason,
      checked_at = ${now}::timestamptz,
      checked_commit = ${commit},
      anchor_commit = coalesce(u.anchor_commit, c.anchor_commit),
      anchor_blob_oid = coalesce(u.anchor_blob_oid, c.anchor_blob_oid),
      anchor_path = coalesce(u.anchor_path, c.anchor_path),
      anchor_line_start = coalesce(u.anchor_line_start, c.anchor_line_start),
      anchor_line_end = coalesce(u.anchor_line_end, c.anchor_line_end)
    from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb) as u(
      id uuid, status text, similarity double precision, confidence double precision, reason text,
      anchor_commit text, anchor_blob_oid text, anchor_path text, anchor_line_start integer, anchor_line_end integer
    )
    where c.organization_id = ${organization_id}::uuid and c.id = u.id`;
}
