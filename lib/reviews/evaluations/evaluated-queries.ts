import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import type { Finding, Review } from "../contract";
import { findingsOfReview } from "../findings/queries";
import { countsOf, toReview } from "./queries";
import { withRepository } from "./rows";

/** The stored evaluation of a workflow's round, with the hash of its body. */
export async function findEvaluated(
  db: Db,
  { organization_id, workflow_id, round }: Tenant & { workflow_id: string; round: number },
): Promise<{ review: Review; findings: Finding[]; body_sha256: string } | null> {
  const row = await db.review.findUnique({
    where: { organization_id_workflow_id_round: { organization_id, workflow_id, round } },
    include: withRepository,
  });
  if (!row) return null;
  const findings = await findingsOfReview(db, { organization_id, review_id: row.id });
  return { review: toReview(row, countsOf(findings)), findings, body_sha256: row.body_sha256 };
}
