import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { cutFromRepository } from "@/lib/db/sql/repository-references";
import type { Tenant } from "@/lib/kernel/actor";
import { among, newId } from "@/lib/kernel/ids";
import { oneOfOr } from "@/lib/kernel/one-of";
import { afterCursorUpwards, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import type { Visible } from "../citations/rows";
import { FETCH_STATUSES, type Repository, type RepositoryRecords } from "../contract";

const withConnection = {
  connection: { select: { id: true, label: true } },
} satisfies Prisma.repositoryInclude;

type RepositoryRow = Prisma.repositoryGetPayload<{ include: typeof withConnection }>;

function toSource({ source_kind, source_location, connection }: RepositoryRow): Repository["source"] {
  if (source_kind === "path") return { kind: "path", path: source_location };
  if (source_kind === "github" && connection)
    return { kind: "github", repository: source_location, connection };
  return { kind: "url", url: source_location, connection };
}

function toRepository(row: RepositoryRow): Repository {
  return {
    id: row.id,
    name: row.name,
    source: toSource(row),
    default_branch: row.default_branch,
    head_commit: row.head_commit,
    fetch_status: oneOfOr(FETCH_STATUSES, row.fetch_status, "failed"),
    fetch_error: row.fetch_error,
    fetched_at: row.fetched_at?.toISOString() ?? null,
    checked_commit: row.checked_commit,
    checked_at: row.checked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

export async function findRepositoryById(
  db: Db,
  { organization_id, repository_id }: Tenant & { repository_id: string },
): Promise<Repository | null> {
  const row = await db.repository.findUnique({
    where: { organization_id_id: { organization_id, id: repository_id } },
    include: withConnection,
  });
  return row && toRepository(row);
}

/** The repository of this name; of names that differ in case alone the exact one, and none where that leaves two. */
export async function findRepositoryByName(
  db: Db,
  { organization_id, name }: Tenant & { name: string },
): Promise<Repository | null> {
  const row = await db.repository.findUnique({
    where: { organization_id_name: { organization_id, name } },
    include: withConnection,
  });
  if (row) return toRepository(row);
  // Forges take owner and name in any case, and so do remotes in a checkout.
  const [like, another] = await db.repository.findMany({
    where: { organization_id, name: { equals: escapeLike(name), mode: "insensitive" } },
    include: withConnection,
    take: 2,
  });
  if (like && !another) return toRepository(like);
  return null;
}

/** Comparing without case is a pattern to PostgreSQL, in which these characters would stand for others. */
const escapeLike = (name: string) => name.replace(/[\\%_]/g, "\\$&");

/** The oldest repository that is read from this address, whatever it is called. */
export async function findRepositoryByLocation(
  db: Db,
  { organization_id, location }: Tenant & { location: string },
): Promise<Repository | null> {
  const row = await db.repository.findFirst({
    where: { organization_id, source_location: location },
    include: withConnection,
    orderBy: { id: "asc" },
  });
  return row && toRepository(row);
}

/** Null when the repository was removed meanwhile. */
export async function updateRepositoryName(
  db: Db,
  { organization_id, repository_id, name, now }: Tenant & { repository_id: string; name: string; now: Date },
): Promise<Repository | null> {
  await db.repository.updateMany({
    where: { organization_id, id: repository_id },
    data: { name, updated_at: now },
  });
  return findRepositoryById(db, { organization_id, repository_id });
}

export async function listRepositories(
  db: Db,
  {
    organization_id,
    cursor,
    limit,
    repository_ids,
    fetch_status,
    name,
  }: Tenant & Paging & Visible & { fetch_status?: Repository["fetch_status"]; name?: string },
): Promise<Page<Repository>> {
  const where: Prisma.repositoryWhereInput = {
    organization_id,
    AND: [{ id: among(repository_ids) }],
    fetch_status,
    name,
  };
  const [rows, total] = await Promise.all([
    db.repository.findMany({
      where: { ...where, ...afterCursorUpwards(cursor) },
      include: withConnection,
      orderBy: { id: "asc" },
      take: limit + 1,
    }),
    db.repository.count({ where }),
  ]);
  return toPage(rows.map(toRepository), limit, total, (row) => ({ at: row.created_at, id: row.id }));
}

/** The names of the visible repositories, in alphabetical order. */
export function listRepositoryNames(
  db: Db,
  { organization_id, repository_ids, limit }: Tenant & Visible & { limit: number },
): Promise<{ id: string; name: string }[]> {
  return db.repository.findMany({
    where: { organization_id, id: among(repository_ids) },
    select: { id: true, name: true },
    orderBy: { name: "asc" },
    take: limit,
  });
}

export type FetchOutcome = {
  fetch_status: Repository["fetch_status"];
  fetch_error?: string | null;
  default_branch?: string | null;
  head_commit?: string;
  fetched_at?: Date;
};

export async function insertRepository(
  db: Db,
  params: Tenant &
    FetchOutcome & {
      name: string;
      source_kind: Repository["source"]["kind"];
      source_location: string;
      connection_id: string | null;
    },
): Promise<Repository> {
  return toRepository(
    await db.repository.create({ data: { id: newId(), ...params }, include: withConnection }),
  );
}

/** Null when the repository was removed meanwhile. */
export async function updateRepositoryFetch(
  db: Db,
  {
    organization_id,
    repository_id,
    now,
    ...outcome
  }: Tenant & FetchOutcome & { repository_id: string; now: Date },
): Promise<Repository | null> {
  const { count } = await db.repository.updateMany({
    where: { organization_id, id: repository_id },
    data: { ...outcome, updated_at: now },
  });
  if (count === 0) return null;
  return findRepositoryById(db, { organization_id, repository_id });
}

/** Keeps at which commit every citation of the repository was checked. */
export async function markRepositoryChecked(
  db: Db,
  {
    organization_id,
    repository_id,
    commit,
    now,
  }: Tenant & { repository_id: string; commit: string; now: Date },
): Promise<void> {
  await db.repository.updateMany({
    where: { organization_id, id: repository_id },
    data: { checked_commit: commit, checked_at: now, updated_at: now },
  });
}

const records = {
  memories: true,
  citations: true,
  probes: true,
  reviews: true,
  review_imports: true,
  skills: true,
  tasks: true,
  patterns: true,
  failures: true,
  ci_runs: true,
  task_searches: true,
} satisfies Prisma.RepositoryCountOutputTypeSelect;

/** How much of what people and agents made belongs to the repository; null when it is gone. */
export async function countRecords(
  db: Db,
  { organization_id, repository_id }: Tenant & { repository_id: string },
): Promise<RepositoryRecords | null> {
  const row = await db.repository.findUnique({
    where: { organization_id_id: { organization_id, id: repository_id } },
    select: { _count: { select: records } },
  });
  if (!row) return null;
  const { patterns, ci_runs, ...counts } = row._count;
  return { ...counts, solution_patterns: patterns, test_runs: ci_runs };
}

export async function deleteRepository(
  db: Db,
  { organization_id, repository_id }: Tenant & { repository_id: string },
): Promise<void> {
  await cutFromRepository(db, { organization_id, repository_id });
  await db.repository.delete({ where: { organization_id_id: { organization_id, id: repository_id } } });
}
