import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Tenant } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { earlierThanCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import { rowReader } from "@/lib/kernel/rows";
import { type Finding, type Review, reviewSchema, type Verdict } from "../contract";
import { type Counts, NO_FINDINGS } from "../rules/tally";
import {
  isOneOf,
  type ReviewRow,
  toDisposition,
  type Visible,
  visible,
  type Who,
  withRepository,
} from "./rows";

const readReview = rowReader(reviewSchema);

export const toReview = (row: ReviewRow, counts: Counts = NO_FINDINGS): Review =>
  readReview({ ...row, counts });

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

export type NewReview = Required<
  Omit<
    Prisma.reviewUncheckedCreateInput,
    "organization_id" | "outcome_memory_id" | "findings" | "reviewed_at"
  >
> & { reviewed_at: Date };

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

/** How many reviews have this outcome; the same outcome is one memory. */
export function reviewsOfOutcome(
  db: Db,
  { organization_id, memory_id }: Tenant & { memory_id: string },
): Promise<number> {
  return db.review.count({ where: { organization_id, outcome_memory_id: memory_id } });
}

/** Whether a skill version or a proposal, decided or not, rests on findings of a review. */
export async function isEvidence(
  db: Db,
  { organization_id, review_id }: Tenant & { review_id: string },
): Promise<boolean> {
  const found = await db.finding.findFirst({
    where: { organization_id, review_id, OR: [{ addressed_at: { not: null } }, { evidence: { some: {} } }] },
    select: { id: true },
  });
  return found !== null;
}

/** Deletes a review; its findings and their changes go with it. @throws AppError not_found when it is gone already. */
export async function deleteReviewRow(
  db: Db,
  { organization_id, review_id }: Tenant & { review_id: string },
): Promise<void> {
  const { count } = await db.review.deleteMany({ where: { organization_id, id: review_id } });
  if (count === 0) throw new AppError("not_found", "This review does not exist.");
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
  const filters: Prisma.reviewWhereInput[] = [...visible(params), isOneOf(params)];
  if (workflow_id !== undefined) filters.push({ workflow_id });
  if (verdict !== undefined) filters.push({ verdict: { in: [...verdict] } });
  if (reviewed_after !== undefined) filters.push({ reviewed_at: { gte: reviewed_after } });
  if (reviewed_before !== undefined) filters.push({ reviewed_at: { lt: reviewed_before } });
  const where: Prisma.reviewWhereInput = { organization_id, AND: filters };
  const [rows, total] = await Promise.all([
    db.review.findMany({
      where: { ...where, ...earlierThanCursor("reviewed_at", cursor) },
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
