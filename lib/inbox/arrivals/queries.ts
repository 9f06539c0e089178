import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";

/** Until when it is known what began to wait; null before the first time. */
export async function findScannedTo(db: Db, { organization_id }: Tenant): Promise<Date | null> {
  const row = await db.inbox_scan.findUnique({ where: { organization_id } });
  return row?.scanned_to ?? null;
}

export async function putScannedTo(
  tx: Db,
  { organization_id, scanned_to }: Tenant & { scanned_to: Date },
): Promise<void> {
  await tx.inbox_scan.upsert({
    where: { organization_id },
    create: { organization_id, scanned_to },
    update: { scanned_to },
  });
}

export type ProposalRemark = {
  proposal_id: string;
  title: string;
  body: string;
  author: { kind: string; id: string; name: string };
};

/** What people said about proposals within a span, the oldest first. */
export async function findProposalRemarks(
  db: Db,
  { organization_id, after, until }: Tenant & { after: Date; until: Date },
): Promise<ProposalRemark[]> {
  const rows = await db.proposal_comment.findMany({
    where: { organization_id, author_kind: "person", created_at: { gt: after, lte: until } },
    include: { proposal: { select: { title: true } } },
    orderBy: { id: "asc" },
    take: 500,
  });
  return rows.map(({ proposal_id, proposal, body, author_kind, author_id, author_name }) => ({
    proposal_id,
    title: proposal.title,
    body,
    author: { kind: author_kind, id: author_id, name: author_name },
  }));
}
