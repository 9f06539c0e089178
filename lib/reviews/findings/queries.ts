import { actorColumns, toActorKind } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { lockFindings, lockReview } from "@/lib/db/sql/reviews";
import { inText } from "@/lib/db/words";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { OvertakenError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { earlierThanCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import { rowReader } from "@/lib/kernel/rows";
import { searchedWords } from "@/lib/text/searched-words";
import {
  type ChangedField,
  type Disposition,
  type Finding,
  type FindingChange,
  type FindingDetail,
  findingChangeSchema,
  findingSchema,
  MAX_CHANGES,
} from "../contract";
import { findReview } from "../evaluations/queries";
import { type FindingRow, isOneOf, type Visible, visible, type Who, withReview } from "../evaluations/rows";

const readFinding = rowReader(findingSchema);

const readChange = rowReader(findingChangeSchema);

const toFinding = (row: FindingRow): Finding => readFinding({ ...row, repository: row.review.repository });

export async function findingsOfReview(
  db: Db,
  { organization_id, review_id }: Tenant & { review_id: string },
): Promise<Finding[]> {
  const rows = await db.finding.findMany({
    where: { organization_id, review_id },
    include: withReview,
    orderBy: { number: "asc" },
  });
  return rows.map(toFinding);
}

/** The findings with these ids, latest first; ids of none or of another organization are left out. */
export async function findFindings(
  db: Db,
  { organization_id, finding_ids }: Tenant & { finding_ids: readonly string[] },
): Promise<Finding[]> {
  const rows = await db.finding.findMany({
    where: { organization_id, id: { in: [...finding_ids] } },
    include: withReview,
    orderBy: [{ found_at: "desc" }, { id: "desc" }],
  });
  return rows.map(toFinding);
}

export async function findFinding(
  db: Db,
  { organization_id, finding_id }: Tenant & { finding_id: string },
): Promise<FindingDetail | null> {
  const row = await db.finding.findUnique({
    where: { organization_id_id: { organization_id, id: finding_id } },
    include: withReview,
  });
  const review = row && (await findReview(db, { organization_id, review_id: row.review_id }));
  if (row && review) return { ...toFinding(row), review };
  return null;
}

export async function listFindings(
  db: Db,
  params: Tenant &
    Paging &
    Visible &
    Who & {
      q?: string;
      review_id?: string;
      rule_category?: readonly string[];
      disposition?: readonly Disposition[];
      path?: string;
      file_path?: string;
      file_pattern?: string;
      found_after?: Date;
      found_before?: Date;
      addressed?: boolean;
    },
): Promise<Page<Finding>> {
  const { organization_id, cursor, limit, review_id, rule_category, disposition, path } = params;
  const { found_after, found_before, addressed } = params;
  const filters: Prisma.findingWhereInput[] = [...visible(params), isOneOf(params)];
  for (const word of searchedWords(params.q ?? "")) {
    const text = inText(word);
    filters.push({ OR: [{ title: text }, { reason: text }, { file_path: text }, { rule_category: text }] });
  }
  if (review_id !== undefined) filters.push({ review_id });
  if (rule_category !== undefined) filters.push({ rule_category: { in: [...rule_category] } });
  if (disposition !== undefined) filters.push({ disposition: { in: [...disposition] } });
  // Prisma hands the text to LIKE as it is.
  if (path !== undefined) filters.push({ file_path: { startsWith: path.replace(/[\\%_]/g, "\\$&") } });
  if (params.file_path !== undefined) filters.push({ file_path: params.file_path });
  if (params.file_pattern !== undefined) filters.push({ file_pattern: params.file_pattern });
  if (found_after !== undefined) filters.push({ found_at: { gte: found_after } });
  if (found_before !== undefined) filters.push({ found_at: { lt: found_before } });
  if (addressed !== undefined) filters.push({ addressed_at: addressed ? { not: null } : null });
  const where: Prisma.findingWhereInput = { organization_id, AND: filters };
  const [rows, total] = await Promise.all([
    db.finding.findMany({
      where: { ...where, ...earlierThanCursor("found_at", cursor) },
      include: withReview,
      orderBy: [{ found_at: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
    db.finding.count({ where }),
  ]);
  return toPage(rows.map(toFinding), limit, total, (row) => ({ at: row.found_at, id: row.id }));
}

/**
 * Findings with the memory they made, for a change of many, held with all that share these memories until the transaction
 * ends; those of other organizations are left out.
 * @throws OvertakenError when somebody gave one another memory while this waited.
 */
export async function holdMovable(
  tx: Db,
  params: Tenant & { finding_ids: readonly string[] } & Visible,
): Promise<Movable[]> {
  const { organization_id, finding_ids } = params;
  const held = await lockFindings(tx, { organization_id, finding_ids });
  const findings = await tx.finding.findMany({
    where: { organization_id, AND: [{ id: { in: [...finding_ids] } }, ...visible(params)] },
    select: movable,
    orderBy: { id: "asc" },
  });
  if (findings.some(({ memory_id }) => memory_id !== null && !held.includes(memory_id)))
    throw new OvertakenError("a finding got another memory");
  return findings;
}

const movable = {
  id: true,
  review_id: true,
  repository_id: true,
  rule_category: true,
  disposition: true,
  reason: true,
  memory_id: true,
  addressed_at: true,
  found_at: true,
} satisfies Prisma.findingSelect;

export type Movable = Prisma.findingGetPayload<{ select: typeof movable }>;

/** Every finding that shares one of these memories. */
export function findingsOfMemories(
  db: Db,
  { organization_id, memory_ids }: Tenant & { memory_ids: readonly string[] },
): Promise<Movable[]> {
  return db.finding.findMany({
    where: { organization_id, memory_id: { in: [...memory_ids] } },
    select: movable,
    orderBy: { id: "asc" },
  });
}

/**
 * Changes findings that no skill version was made from, and that still have this value.
 * @throws OvertakenError when one of them has another by now.
 */
export async function changeFindings(
  db: Db,
  {
    organization_id,
    finding_ids,
    from,
    to,
  }: Tenant & {
    finding_ids: readonly string[];
    from: { rule_category: string } | { disposition: string };
    to: Partial<{
      rule_category: string;
      disposition: Disposition;
      memory_id: string | null;
      reason: string | null;
    }>;
  },
): Promise<void> {
  const { count } = await db.finding.updateMany({
    where: { organization_id, id: { in: [...finding_ids] }, addressed_at: null, ...from },
    data: to,
  });
  if (count < finding_ids.length) throw new OvertakenError("a finding was changed meanwhile");
}

/** The verdict of a review follows what is to be implemented, unless the reviewer said blocked. */
export async function followVerdict(
  db: Db,
  { organization_id, review_id }: Tenant & { review_id: string },
): Promise<void> {
  await lockReview(db, { organization_id, review_id });
  const toImplement = await db.finding.count({
    where: { organization_id, review_id, disposition: "implement" },
  });
  await db.review.updateMany({
    where: { organization_id, id: review_id, verdict: { not: "blocked" } },
    data: { verdict: toImplement > 0 ? "needs_fixes" : "approved" },
  });
}

export type NewChange = {
  finding_id: string;
  field: ChangedField;
  from_value: string;
  to_value: string;
  /** Of the finding, before the change replaced it; empty: it had none, null: it was not replaced. */
  from_reason: string | null;
};

export async function insertChanges(
  db: Db,
  {
    organization_id,
    change_id,
    actor,
    reason,
    undoes,
    changes,
    now,
  }: Tenant & {
    change_id: string;
    actor: ActorRef;
    reason: string | null;
    undoes: string | null;
    changes: readonly NewChange[];
    now: Date;
  },
): Promise<void> {
  await db.finding_change.createMany({
    data: changes.map((change) => ({
      ...change,
      organization_id,
      id: newId(),
      change_id,
      reason,
      undoes,
      at: now,
      ...actorColumns("actor", actor),
    })),
  });
}

function toChange(row: Prisma.finding_changeGetPayload<object>): FindingChange {
  return readChange({
    ...row,
    actor_kind: toActorKind(row.actor_kind),
    from: row.from_value,
    to: row.to_value,
  });
}

/** What was changed in one finding, the latest first. */
export async function changesOfFinding(
  db: Db,
  { organization_id, finding_id }: Tenant & { finding_id: string },
): Promise<FindingChange[]> {
  const rows = await db.finding_change.findMany({
    where: { organization_id, finding_id },
    orderBy: { id: "desc" },
    take: MAX_CHANGES,
  });
  return rows.map(toChange);
}

/** A change with what undoing it brings back, for the module itself. */
export type FoundChange = FindingChange & Pick<NewChange, "from_reason">;

/** Everything that one change did. */
export async function findChange(
  db: Db,
  { organization_id, change_id }: Tenant & { change_id: string },
): Promise<FoundChange[]> {
  const rows = await db.finding_change.findMany({
    where: { organization_id, change_id },
    orderBy: { id: "asc" },
  });
  return rows.map((row) => ({ ...toChange(row), from_reason: row.from_reason }));
}

/** Marks findings whose lesson went into a skill version; those marked before keep their first version. */
export async function markFindingsAddressed(
  db: Db,
  {
    organization_id,
    finding_ids,
    version_id,
    now,
  }: Tenant & { finding_ids: readonly string[]; version_id: string; now: Date },
): Promise<number> {
  const { count } = await db.finding.updateMany({
    where: { organization_id, id: { in: [...finding_ids] }, addressed_at: null },
    data: { addressed_at: now, addressed_by_version: version_id },
  });
  return count;
}

/** Takes the mark of a skill version back from the findings that carry it. @returns how many did. */
export async function clearFindingsAddressed(
  db: Db,
  { organization_id, version_id }: Tenant & { version_id: string },
): Promise<number> {
  const { count } = await db.finding.updateMany({
    where: { organization_id, addressed_by_version: version_id },
    data: { addressed_at: null, addressed_by_version: null },
  });
  return count;
}
