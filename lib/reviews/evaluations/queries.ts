import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Tenant } from "@/lib/kernel/actor";
import { decodeCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import type { Finding, Review, Verdict } from "../contract";
import { type Counts, NO_FINDINGS } from "../rules/tally";
import {
  isOneOf,
  type ReviewRow,
  toDisposition,
  toVerdict,
  type Visible,
  visible,
  type Who,
  withRepository,
} from "./rows";

export function toReview(row: ReviewRow, counts: Counts | undefined): Review {
  return {
    id: row.id,
    workflow_id: row.workflow_id,
    round: row.round,
    repository: row.repository,
    summary: row.summary,
    code_summary: row.code_summary,
    issue_summary: row.issue_summary,
    verdict: toVerdict(row.verdict),
    developer: row.developer,
    agent: row.agent,
    skill: row.skill,
    counts: counts ?? NO_FINDINGS,
    outcome_memory_id: row.outcome_memory_id,
    reviewed_at: row.reviewed_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

async function countFindings(
  db: Db,
  { organization_id, review_ids }: Tenant & { review_ids: string[] },
): Promise<Map<string, Counts>> {
  const rows = await db.finding.groupBy({
    by: ["review_id", "disposition"],
    where: { organization_id, review_id: { in: review_ids } },
    _count: { _all: true },
  });
  const counts = new Map<string, Counts>();
  for (const { review_id, disposition, _count } of rows)
    counts.set(review_id, {
      ...(counts.get(review_id) ?? NO_FINDINGS),
      [toDisposition(disposition)]: _count._all,
    });
  return counts;
}

export type NewReview = {
  id: string;
  repository_id: string | null;
  workflow_id: string;
  round: number;
  body_sha256: string;
  summary: string;
  code_summary: string | null;
  issue_summary: string | null;
  verdict: Verdict;
  developer: string | null;
  agent: string | null;
  skill: string | null;
  reviewed_at: Date;
  created_at: Date;
};

function byWorkflowAndRound(a: NewReview, b: NewReview): number {
  if (a.workflow_id === b.workflow_id) return a.round - b.round;
  if (a.workflow_id < b.workflow_id) return -1;
  return 1;
}

/**
 * Stores reviews, each unless one of its workflow and round is there. Of two at once the second waits for the first here.
 * @returns which review is there now, and the hash of its body, by `<round> <workflow_id>`.
 */
export async function insertReviews(
  db: Db,
  { organization_id, reviews }: Tenant & { reviews: readonly NewReview[] },
): Promise<Map<string, { id: string; body_sha256: string }>> {
  if (reviews.length === 0) return new Map();
  const inOrder = reviews.toSorted(byWorkflowAndRound);
  // A unique violation would end the transaction, in which the first review must then still be read.
  await db.review.createMany({
    data: inOrder.map((review) => ({ ...review, organization_id })),
    skipDuplicates: true,
  });
  const rows = await db.review.findMany({
    where: { organization_id, workflow_id: { in: [...new Set(reviews.map((each) => each.workflow_id))] } },
    select: { id: true, workflow_id: true, round: true, body_sha256: true },
  });
  return new Map(
    rows.map(({ id, workflow_id, round, body_sha256 }) => [`${round} ${workflow_id}`, { id, body_sha256 }]),
  );
}

export async function setOutcomeMemory(
  db: Db,
  { organization_id, review_id, memory_id }: Tenant & { review_id: string; memory_id: string },
): Promise<void> {
  await db.review.update({
    where: { organization_id_id: { organization_id, id: review_id } },
    data: { outcome_memory_id: memory_id },
  });
}

export function countsOf(findings: readonly Finding[]): Counts {
  const counts = { ...NO_FINDINGS };
  for (const { disposition } of findings) counts[disposition] += 1;
  return counts;
}

export async function findReview(
  db: Db,
  { organization_id, review_id }: Tenant & { review_id: string },
): Promise<Review | null> {
  const row = await db.review.findUnique({
    where: { organization_id_id: { organization_id, id: review_id } },
    include: withRepository,
  });
  if (!row) return null;
  const counts = await countFindings(db, { organization_id, review_ids: [row.id] });
  return toReview(row, counts.get(row.id));
}

export async function listReviews(
  db: Db,
  params: Tenant &
    Paging &
    Visible &
    Who & {
      workflow_id?: string;
      verdict?: readonly Verdict[];
      reviewed_after?: Date;
      reviewed_before?: Date;
    },
): Promise<Page<Review>> {
  const { organization_id, cursor, limit, workflow_id, verdict, reviewed_after, reviewed_before } = params;
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const filters: Prisma.reviewWhereInput[] = [...visible(params), isOneOf(params)];
  if (workflow_id !== undefined) filters.push({ workflow_id });
  if (verdict !== undefined) filters.push({ verdict: { in: [...verdict] } });
  if (reviewed_after !== undefined) filters.push({ reviewed_at: { gte: reviewed_after } });
  if (reviewed_before !== undefined) filters.push({ reviewed_at: { lt: reviewed_before } });
  const where: Prisma.reviewWhereInput = { organization_id, AND: filters };
  const [rows, total] = await Promise.all([
    db.review.findMany({
      where: after
        ? {
            ...where,
            OR: [{ reviewed_at: { lt: after.at } }, { reviewed_at: after.at, id: { lt: after.id } }],
          }
        : where,
      include: withRepository,
      orderBy: [{ reviewed_at: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
    db.review.count({ where }),
  ]);
  const counts = await countFindings(db, { organization_id, review_ids: rows.map((row) => row.id) });
  const items = rows.map((row) => toReview(row, counts.get(row.id)));
  return toPage(items, limit, total, (row) => ({ at: row.reviewed_at, id: row.id }));
}
