import { actorColumns, toActorKind } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { insertImportItemRows } from "@/lib/db/sql/reviews";
import { tenantSql } from "@/lib/db/tenant-guard";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { afterCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import { rowReader } from "@/lib/kernel/rows";
import { type Disposition, type ImportState, importSchema, type ReviewImport } from "../contract";
import { type Visible, visible } from "../evaluations/rows";
import { type ImportDetails, type ImportKind, importDetailsSchema } from "./importers/details";

const withImportRepository = {
  repository: { select: { id: true, name: true } },
} satisfies Prisma.review_importInclude;

const readImport = rowReader(importSchema);

type ImportRow = Prisma.review_importGetPayload<{ include: typeof withImportRepository }>;

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
    return readImport({
      ...row,
      created_by_kind: toActorKind(row.created_by_kind),
      items: {
        total: own.reduce((sum, group) => sum + group._count._all, 0),
        draft: count("draft"),
        waiting: count("waiting"),
        stored: count("stored"),
        repeated: count("repeated"),
        skipped: count("skipped"),
      },
      findings: own.find(({ state }) => state === "stored")?._sum.findings ?? 0,
    });
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
      ...actorColumns("created_by", actor),
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

/** The import with what it is made of, for the module itself. */
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
  if (found) return { ...found, details: importDetailsSchema.parse(row.details) };
  return null;
}

export async function listImports(db: Db, params: Tenant & Paging & Visible): Promise<Page<ReviewImport>> {
  const { organization_id, cursor, limit } = params;
  const where: Prisma.review_importWhereInput = { organization_id, AND: visible(params) };
  const rows = await db.review_import.findMany({
    where: { ...where, ...afterCursor(cursor) },
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
    state?: readonly ImportState[];
    positions?: readonly number[];
    after?: number;
    limit?: number;
  },
): Promise<ImportItemRow[]> {
  return db.review_import_item.findMany({
    where: {
      organization_id,
      import_id,
      ...(state !== undefined && { state: { in: [...state] } }),
      AND: [
        ...(positions === undefined ? [] : [{ position: { in: [...positions] } }]),
        ...(after === undefined ? [] : [{ position: { gt: after } }]),
      ],
    },
    orderBy: { position: "asc" },
    take: limit,
  });
}

export function countImportItems(
  db: Db,
  { organization_id, import_id, state }: Tenant & { import_id: string; state?: readonly ImportState[] },
): Promise<number> {
  return db.review_import_item.count({
    where: { organization_id, import_id, ...(state !== undefined && { state: { in: [...state] } }) },
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
    data: { ...change, ...(body !== undefined && { body: body as Prisma.InputJsonValue }) },
  });
}

/** Items whose review is gone: they are skipped, and a later import stores them again. */
export async function forgetStored(
  db: Db,
  { organization_id, review_id, because }: Tenant & { review_id: string; because: string },
): Promise<void> {
  await db.review_import_item.updateMany({
    where: { organization_id, review_id },
    data: { state: "skipped", review_id: null, because },
  });
}

/** Which of these keys were stored by an import before, for this repository or for none. */
export async function storedKeys(
  db: Db,
  {
    organization_id,
    repository_id,
    keys,
  }: Tenant & { repository_id: string | null; keys: readonly string[] },
): Promise<Set<string>> {
  const rows = await db.review_import_item.findMany({
    where: {
      organization_id,
      key: { in: [...keys] },
      state: { in: ["stored", "repeated"] },
      import: { OR: [{ repository_id }, { repository_id: null }] },
    },
    select: { key: true },
  });
  return new Set(
    rows.flatMap(({ key }) => {
      if (key === null) return [];
      return [key];
    }),
  );
}

/**
 * The round after the highest one stored of a workflow. Makes imports that store rounds of it take turns until
 * their transactions end, so that the second one sees what the first one stored.
 */
export async function takeRound(
  tx: Db,
  { organization_id, workflow_id }: Tenant & { workflow_id: string },
): Promise<number> {
  await tx.$queryRaw(tenantSql(organization_id)`
    select count(pg_advisory_xact_lock(
      hashtextextended(${organization_id}::text || ' round ' || ${workflow_id}::text, 0)))`);
  const { _max } = await tx.review.aggregate({
    where: { organization_id, workflow_id },
    _max: { round: true },
  });
  return (_max.round ?? 0) + 1;
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
