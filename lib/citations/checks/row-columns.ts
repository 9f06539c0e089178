import type { AnchorColumns, BasisColumns } from "@/lib/db/sql/citations";

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
