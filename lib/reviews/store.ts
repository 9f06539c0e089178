import { toActorKind } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { insertImportItemRows } from "@/lib/db/sql/reviews";
import type { ActorRef } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { decodeCursor, type Page, toPage } from "@/lib/kernel/pagination";
import {
  CHANGED_FIELDS,
  type ChangedField,
  DISPOSITIONS,
  type Disposition,
  type Finding,
  type FindingChange,
  type FindingDetail,
  IMPORT_KINDS,
  IMPORT_STATUSES,
  type ImportState,
  MAX_CHANGES,
  type Review,
  type ReviewImport,
  VERDICTS,
  type Verdict,
} from "./contract";
import { type ImportDetails, type ImportKind, importDetailsSchema } from "./importers/details";
import { type Counts, NO_FINDINGS } from "./tally";

type Tenant = { organization_id: string };
type Paging = { cursor?: string | undefined; limit: number };
/** Null: every repository; else these, and what belongs to none. */
type Visible = { visible_repository_ids: readonly string[] | null };
type Who = {
  repository_id?: string | undefined;
  skill?: string | undefined;
  agent?: string | undefined;
  developer?: string | undefined;
};

const withRepository = { repository: { select: { id: true, name: true } } } satisfies Prisma.reviewInclude;
const withReview = { review: { select: withRepository } } satisfies Prisma.findingInclude;

type ReviewRow = Prisma.reviewGetPayload<{ include: typeof withRepository }>;
type FindingRow = Prisma.findingGetPayload<{ include: typeof withReview }>;

/** What only some asked for, without the fields that were left out. */
function visible({ visible_repository_ids }: Visible) {
  return visible_repository_ids === null
    ? []
    : [{ OR: [{ repository_id: null }, { repository_id: { in: [...visible_repository_ids] } }] }];
}

function isOneOf({ repository_id, skill, agent, developer }: Who) {
  return {
    ...(repository_id === undefined ? {} : { repository_id }),
    ...(skill === undefined ? {} : { skill }),
    ...(agent === undefined ? {} : { agent }),
    ...(developer === undefined ? {} : { developer }),
  };
}

/** Every repository of the organization by its id. */
export function repositoryNames(
  db: Db,
  { organization_id }: Tenant,
): Promise<{ id: string; name: string }[]> {
  return db.repository.findMany({ where: { organization_id }, select: { id: true, name: true } });
}

// Reviews ----------------------------------------------------------------------------------------------------

function toReview(row: ReviewRow, counts: Counts | undefined): Review {
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

function toVerdict(verdict: string): Verdict {
  const known = VERDICTS.find((item) => item === verdict);
  if (!known) throw new Error(`unknown verdict in the database: ${verdict}`);
  return known;
}

function toDisposition(disposition: string): Disposition {
  const known = DISPOSITIONS.find((item) => item === disposition);
  if (!known) throw new Error(`unknown disposition in the database: ${disposition}`);
  return known;
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

/**
 * Stores reviews, each unless one of its workflow and round is there. Of two at once the second waits for the first here.
 * @returns which review is there now, and the hash of its body, by `<round> <workflow_id>`.
 */
export async function insertReviews(
  db: Db,
  { organization_id, reviews }: Tenant & { reviews: readonly NewReview[] },
): Promise<Map<string, { id: string; body_sha256: string }>> {
  if (reviews.length === 0) return new Map();
  const inOrder = reviews.toSorted((a, b) =>
    a.workflow_id < b.workflow_id ? -1 : a.workflow_id > b.workflow_id ? 1 : a.round - b.round,
  );
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

function countsOf(findings: readonly Finding[]): Counts {
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
      workflow_id?: string | undefined;
      verdict?: readonly Verdict[] | undefined;
      reviewed_after?: Date | undefined;
      reviewed_before?: Date | undefined;
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

// Findings ---------------------------------------------------------------------------------------------------

function toFinding(row: FindingRow): Finding {
  return {
    id: row.id,
    review_id: row.review_id,
    repository: row.review.repository,
    number: row.number,
    title: row.title,
    file_path: row.file_path,
    line: row.line,
    file_pattern: row.file_pattern,
    disposition: toDisposition(row.disposition),
    reason: row.reason,
    original_issue: row.original_issue,
    suggested_fix: row.suggested_fix,
    rule_category: row.rule_category,
    skill: row.skill,
    agent: row.agent,
    developer: row.developer,
    memory_id: row.memory_id,
    addressed_at: row.addressed_at?.toISOString() ?? null,
    addressed_by_version: row.addressed_by_version,
    found_at: row.found_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

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
  return row && review ? { ...toFinding(row), review } : null;
}

export async function listFindings(
  db: Db,
  params: Tenant &
    Paging &
    Visible &
    Who & {
      review_id?: string | undefined;
      rule_category?: readonly string[] | undefined;
      disposition?: readonly Disposition[] | undefined;
      path?: string | undefined;
      file_pattern?: string | undefined;
      found_after?: Date | undefined;
      found_before?: Date | undefined;
      addressed?: boolean | undefined;
    },
): Promise<Page<Finding>> {
  const { organization_id, cursor, limit, review_id, rule_category, disposition, path } = params;
  const { found_after, found_before, addressed } = params;
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const filters: Prisma.findingWhereInput[] = [...visible(params), isOneOf(params)];
  if (review_id !== undefined) filters.push({ review_id });
  if (rule_category !== undefined) filters.push({ rule_category: { in: [...rule_category] } });
  if (disposition !== undefined) filters.push({ disposition: { in: [...disposition] } });
  // Prisma hands the text to LIKE as it is.
  if (path !== undefined) filters.push({ file_path: { startsWith: path.replace(/[\\%_]/g, "\\$&") } });
  if (params.file_pattern !== undefined) filters.push({ file_pattern: params.file_pattern });
  if (found_after !== undefined) filters.push({ found_at: { gte: found_after } });
  if (found_before !== undefined) filters.push({ found_at: { lt: found_before } });
  if (addressed !== undefined) filters.push({ addressed_at: addressed ? { not: null } : null });
  const where: Prisma.findingWhereInput = { organization_id, AND: filters };
  const [rows, total] = await Promise.all([
    db.finding.findMany({
      where: after
        ? { ...where, OR: [{ found_at: { lt: after.at } }, { found_at: after.at, id: { lt: after.id } }] }
        : where,
      include: withReview,
      orderBy: [{ found_at: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
    db.finding.count({ where }),
  ]);
  return toPage(rows.map(toFinding), limit, total, (row) => ({ at: row.found_at, id: row.id }));
}

/** Findings with the memory they made, for a change of many; those of other organizations are left out. */
export async function findMovable(
  db: Db,
  params: Tenant & { finding_ids: readonly string[] } & Visible,
): Promise<Movable[]> {
  const { organization_id, finding_ids } = params;
  return db.finding.findMany({
    where: { organization_id, AND: [{ id: { in: [...finding_ids] } }, ...visible(params)] },
    select: movable,
    orderBy: { id: "asc" },
  });
}

const movable = {
  id: true,
  review_id: true,
  rule_category: true,
  disposition: true,
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
 * @returns how many were changed.
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
): Promise<number> {
  const { count } = await db.finding.updateMany({
    where: { organization_id, id: { in: [...finding_ids] }, addressed_at: null, ...from },
    data: to,
  });
  return count;
}

/** The verdict of a review follows what is to be implemented, unless the reviewer said blocked. */
export async function followVerdict(
  db: Db,
  { organization_id, review_id }: Tenant & { review_id: string },
): Promise<void> {
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
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
    })),
  });
}

function toChange(row: Prisma.finding_changeGetPayload<object>): FindingChange {
  const field = CHANGED_FIELDS.find((known) => known === row.field);
  if (!field) throw new Error(`unknown field in the database: ${row.field}`);
  return {
    change_id: row.change_id,
    finding_id: row.finding_id,
    field,
    from: row.from_value,
    to: row.to_value,
    reason: row.reason,
    actor: { kind: toActorKind(row.actor_kind), id: row.actor_id, name: row.actor_name },
    undoes: row.undoes,
    at: row.at.toISOString(),
  };
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

/** Everything that one change did. */
export async function findChange(
  db: Db,
  { organization_id, change_id }: Tenant & { change_id: string },
): Promise<FindingChange[]> {
  const rows = await db.finding_change.findMany({
    where: { organization_id, change_id },
    orderBy: { id: "asc" },
  });
  return rows.map(toChange);
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

// Imports ----------------------------------------------------------------------------------------------------

const withImportRepository = {
  repository: { select: { id: true, name: true } },
} satisfies Prisma.review_importInclude;
type ImportRow = Prisma.review_importGetPayload<{ include: typeof withImportRepository }>;

const oneOf = <T extends string>(known: readonly T[], value: string): T => {
  const found = known.find((item) => item === value);
  if (found === undefined) throw new Error(`unknown word in the database: ${value}`);
  return found;
};

async function toImports(
  db: Db,
  organization_id: string,
  rows: readonly ImportRow[],
): Promise<ReviewImport[]> {
  const grouped = await db.review_import_item.groupBy({
    by: ["import_id", "state"],
    where: { organization_id, import_id: { in: rows.map(({ id }) => id) } },
    _count: { _all: true },
    _sum: { findings: true },
  });
  return rows.map((row) => {
    const own = grouped.filter(({ import_id }) => import_id === row.id);
    const count = (state: ImportState) => own.find((group) => group.state === state)?._count._all ?? 0;
    return {
      id: row.id,
      kind: oneOf(IMPORT_KINDS, row.kind),
      status: oneOf(IMPORT_STATUSES, row.status),
      name: row.name,
      repository: row.repository,
      items: {
        total: own.reduce((sum, group) => sum + group._count._all, 0),
        draft: count("draft"),
        waiting: count("waiting"),
        stored: count("stored"),
        repeated: count("repeated"),
        skipped: count("skipped"),
      },
      findings: own.find(({ state }) => state === "stored")?._sum.findings ?? 0,
      created_by: {
        kind: toActorKind(row.created_by_kind),
        id: row.created_by_id,
        name: row.created_by_name,
      },
      created_at: row.created_at.toISOString(),
      started_at: row.started_at?.toISOString() ?? null,
      finished_at: row.finished_at?.toISOString() ?? null,
    };
  });
}

export async function insertImport(
  db: Db,
  {
    organization_id,
    id,
    kind,
    status,
    name,
    repository_id,
    details,
    actor,
    now,
  }: Tenant & {
    id: string;
    kind: ImportKind;
    status: ReviewImport["status"];
    name: string;
    repository_id: string | null;
    details: ImportDetails;
    actor: ActorRef;
    now: Date;
  },
): Promise<void> {
  await db.review_import.create({
    data: {
      organization_id,
      id,
      kind,
      status,
      name,
      repository_id,
      details,
      created_at: now,
      created_by_kind: actor.kind,
      created_by_id: actor.id,
      created_by_name: actor.name,
    },
  });
}

export type NewImportItem = {
  position: number;
  state: ImportState;
  body: unknown;
  body_sha256: string | null;
  key: string | null;
  label: string;
  because: string;
  url: string | null;
  proposed: Disposition | null;
  findings: number;
};

export async function insertImportItems(
  db: Db,
  { items, ...rest }: Tenant & { import_id: string; items: readonly NewImportItem[] },
): Promise<void> {
  await insertImportItemRows(db, { ...rest, rows: items });
}

/** The import with what it is made of, for the room itself. */
export type FoundImport = ReviewImport & { details: ImportDetails };

export async function findImport(
  db: Db,
  { organization_id, import_id }: Tenant & { import_id: string },
): Promise<FoundImport | null> {
  const row = await db.review_import.findUnique({
    where: { organization_id_id: { organization_id, id: import_id } },
    include: withImportRepository,
  });
  if (!row) return null;
  const [found] = await toImports(db, organization_id, [row]);
  return found ? { ...found, details: importDetailsSchema.parse(row.details) } : null;
}

export async function listImports(db: Db, params: Tenant & Paging & Visible): Promise<Page<ReviewImport>> {
  const { organization_id, cursor, limit } = params;
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const where: Prisma.review_importWhereInput = { organization_id, AND: visible(params) };
  const rows = await db.review_import.findMany({
    where: after ? { ...where, id: { lt: after.id } } : where,
    include: withImportRepository,
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const total = await db.review_import.count({ where });
  return toPage(await toImports(db, organization_id, rows), limit, total, ({ created_at, id }) => ({
    at: created_at,
    id,
  }));
}

export async function updateImport(
  db: Db,
  {
    organization_id,
    import_id,
    ...data
  }: Tenant & {
    import_id: string;
    status: ReviewImport["status"];
    started_at?: Date;
    finished_at?: Date | null;
  },
): Promise<void> {
  await db.review_import.updateMany({ where: { organization_id, id: import_id }, data });
}

export type ImportItemRow = Prisma.review_import_itemGetPayload<object>;

export async function findImportItems(
  db: Db,
  {
    organization_id,
    import_id,
    state,
    positions,
    after,
    limit,
  }: Tenant & {
    import_id: string;
    state?: readonly ImportState[] | undefined;
    positions?: readonly number[];
    after?: number | undefined;
    limit?: number;
  },
): Promise<ImportItemRow[]> {
  return db.review_import_item.findMany({
    where: {
      organization_id,
      import_id,
      ...(state === undefined ? {} : { state: { in: [...state] } }),
      AND: [
        ...(positions === undefined ? [] : [{ position: { in: [...positions] } }]),
        ...(after === undefined ? [] : [{ position: { gt: after } }]),
      ],
    },
    orderBy: { position: "asc" },
    ...(limit === undefined ? {} : { take: limit }),
  });
}

export function countImportItems(
  db: Db,
  {
    organization_id,
    import_id,
    state,
  }: Tenant & { import_id: string; state?: readonly ImportState[] | undefined },
): Promise<number> {
  return db.review_import_item.count({
    where: { organization_id, import_id, ...(state === undefined ? {} : { state: { in: [...state] } }) },
  });
}

/** Where the next items of an import go. */
export async function nextPosition(
  db: Db,
  { organization_id, import_id }: Tenant & { import_id: string },
): Promise<number> {
  const { _max } = await db.review_import_item.aggregate({
    where: { organization_id, import_id },
    _max: { position: true },
  });
  return (_max.position ?? -1) + 1;
}

export async function updateImportItems(
  db: Db,
  params: Tenant & {
    import_id: string;
    positions: readonly number[];
    change: Partial<{ state: ImportState; because: string; review_id: string; body: unknown; label: string }>;
  },
): Promise<void> {
  const { organization_id, import_id, positions } = params;
  const { body, ...change } = params.change;
  await db.review_import_item.updateMany({
    where: { organization_id, import_id, position: { in: [...positions] } },
    data: { ...change, ...(body === undefined ? {} : { body: body as Prisma.InputJsonValue }) },
  });
}

/** Which of these keys were stored by an import before. */
export async function storedKeys(
  db: Db,
  { organization_id, keys }: Tenant & { keys: readonly string[] },
): Promise<Set<string>> {
  const rows = await db.review_import_item.findMany({
    where: { organization_id, key: { in: [...keys] }, state: { in: ["stored", "repeated"] } },
    select: { key: true },
  });
  return new Set(rows.flatMap(({ key }) => (key === null ? [] : [key])));
}

/** The highest round stored of a workflow; 0 when there is none. */
export async function lastRound(
  db: Db,
  { organization_id, workflow_id }: Tenant & { workflow_id: string },
): Promise<number> {
  const { _max } = await db.review.aggregate({
    where: { organization_id, workflow_id },
    _max: { round: true },
  });
  return _max.round ?? 0;
}

/** The connection of a repository to its forge. */
export async function connectionOf(
  db: Db,
  { organization_id, repository_id }: Tenant & { repository_id: string },
): Promise<string | null> {
  const row = await db.repository.findUnique({
    where: { organization_id_id: { organization_id, id: repository_id } },
    select: { connection_id: true },
  });
  return row?.connection_id ?? null;
}
