import { z } from "zod";
import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import type { DriftCause } from "../contract";
import { driftCauseSchema } from "./contract";
import type { CitedLines } from "./find-cause";

const keptSchema = z.object({ verdict: z.string(), cause: driftCauseSchema });

type OfCitation = Tenant & { citation_id: string };

export type CauseBasis = { cited: CitedLines; kept: DriftCause | null };

/** A kept cause is of one verdict: since when it holds, and of which cited lines. */
const verdictOf = (row: { status_since: Date | null; anchor_blob_oid: string; anchor_line_start: number }) =>
  [row.status_since?.toISOString() ?? "", row.anchor_blob_oid, row.anchor_line_start].join(" ");

const columns = {
  status_since: true,
  anchor_commit: true,
  anchor_path: true,
  anchor_blob_oid: true,
  anchor_line_start: true,
  anchor_line_end: true,
  cause: true,
} as const;

/** Where the lines of a citation stood last, and the cause that was found for its present verdict. */
export async function findCauseBasis(
  db: Db,
  { organization_id, citation_id }: OfCitation,
): Promise<CauseBasis | null> {
  const row = await db.citation.findFirst({ where: { organization_id, id: citation_id }, select: columns });
  if (!row) return null;
  const cited = {
    commit: row.anchor_commit,
    path: row.anchor_path,
    blob_oid: row.anchor_blob_oid,
    line_start: row.anchor_line_start,
    line_end: row.anchor_line_end,
  };
  const kept = keptSchema.safeParse(row.cause).data;
  return { cited, kept: kept && kept.verdict === verdictOf(row) ? kept.cause : null };
}

/** Keeps a cause with the verdict that a citation has. */
export async function storeCause(
  db: Db,
  { organization_id, citation_id, cause }: OfCitation & { cause: DriftCause },
): Promise<void> {
  const row = await db.citation.findFirst({ where: { organization_id, id: citation_id }, select: columns });
  if (!row) return;
  await db.citation.updateMany({
    where: { organization_id, id: citation_id, status_since: row.status_since },
    data: { cause: { verdict: verdictOf(row), cause } },
  });
}
