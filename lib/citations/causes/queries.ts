import { z } from "zod";
import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import type { DriftCause } from "../contract";
import { driftCauseSchema } from "./contract";
import type { CitedLines } from "./find-cause";

const keptSchema = z.object({ verdict: z.string(), cause: driftCauseSchema });

type OfCitation = Tenant & { citation_id: string };

/** Of what a cause is kept: since when the verdict holds, and of which cited lines. */
type Verdict = { status_since: Date | null; anchor_blob_oid: string; anchor_line_start: number };

export type CauseBasis = {
  cited: CitedLines;
  /** The commit of the verdict; null where it was never checked. */
  checked_commit: string | null;
  verdict: Verdict;
  kept: DriftCause | null;
};

const nameOf = ({ status_since, anchor_blob_oid, anchor_line_start }: Verdict) =>
  [status_since?.toISOString() ?? "", anchor_blob_oid, anchor_line_start].join(" ");

/** Where the lines of a citation stood last, its verdict, and the cause that was found for it, as of one moment. */
export async function findCauseBasis(
  db: Db,
  { organization_id, citation_id }: OfCitation,
): Promise<CauseBasis | null> {
  const row = await db.citation.findFirst({
    where: { organization_id, id: citation_id },
    select: {
      status_since: true,
      checked_commit: true,
      anchor_commit: true,
      anchor_path: true,
      anchor_blob_oid: true,
      anchor_line_start: true,
      anchor_line_end: true,
      cause: true,
    },
  });
  if (!row) return null;
  const { status_since, checked_commit, anchor_blob_oid, anchor_line_start } = row;
  const cited = {
    commit: row.anchor_commit,
    path: row.anchor_path,
    blob_oid: row.anchor_blob_oid,
    line_start: row.anchor_line_start,
    line_end: row.anchor_line_end,
  };
  const verdict = { status_since, anchor_blob_oid, anchor_line_start };
  const stored = keptSchema.safeParse(row.cause).data;
  const kept = stored && stored.verdict === nameOf(verdict) ? stored.cause : null;
  return { cited, checked_commit, verdict, kept };
}

/** Keeps a cause with the verdict for which it was looked up, if the citation still has that one. */
export async function storeCause(
  db: Db,
  { organization_id, citation_id, verdict, cause }: OfCitation & { verdict: Verdict; cause: DriftCause },
): Promise<void> {
  await db.citation.updateMany({
    where: { organization_id, id: citation_id, ...verdict },
    data: { cause: { verdict: nameOf(verdict), cause } },
  });
}
