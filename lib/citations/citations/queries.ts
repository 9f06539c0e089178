import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Tenant } from "@/lib/kernel/actor";
import { among } from "@/lib/kernel/ids";
import { afterCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import { CITATION_STATUSES, type Citation, type CitationCounts, type CitationStatus } from "../contract";
import {
  decidedOn,
  inUse,
  live,
  ofMemoriesFor,
  toCitation,
  toStatus,
  type Visible,
  withRepository,
} from "./rows";

export async function findCitation(
  db: Db,
  { organization_id, citation_id, agent }: Tenant & { citation_id: string; agent: string | null },
): Promise<Citation | null> {
  const row = await db.citation.findFirst({
    where: { organization_id, id: citation_id, ...ofMemoriesFor(agent) },
    include: withRepository,
  });
  return row && toCitation(row);
}

export async function listCitations(
  db: Db,
  {
    organization_id,
    cursor,
    limit,
    repository_ids,
    repository_id,
    memory_id,
    status,
    path,
    in_use,
    agent,
  }: Tenant &
    Paging &
    Visible & {
      repository_id?: string;
      memory_id?: string;
      status?: readonly CitationStatus[];
      path?: string;
      in_use?: boolean;
      /** The agent that asks; null: a person. */
      agent: string | null;
    },
): Promise<Page<Citation>> {
  const filters: Prisma.citationWhereInput[] = [ofMemoriesFor(agent)];
  if (repository_ids !== null) filters.push({ repository_id: { in: [...repository_ids] } });
  if (repository_id !== undefined) filters.push({ repository_id });
  if (memory_id !== undefined) filters.push({ memory_id });
  if (status !== undefined) filters.push({ status: { in: [...status] } });
  if (path !== undefined) filters.push(atOrBelow(path));
  if (in_use !== undefined) filters.push(in_use ? inUse : decidedOn);
  const where: Prisma.citationWhereInput = { organization_id, AND: filters };
  const [rows, total] = await Promise.all([
    db.citation.findMany({
      where: { ...where, ...afterCursor(cursor) },
      include: withRepository,
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.citation.count({ where }),
  ]);
  // The id is made at creation, so it sorts by time; the cursor's time is not used.
  const at = new Date(0).toISOString();
  return toPage(rows.map(toCitation), limit, total, (row) => ({ at, id: row.id }));
}

function atOrBelow(path: string): Prisma.citationWhereInput {
  const folder = path.replace(/\/+$/, "");
  // Prisma hands the text to LIKE as it is.
  const literal = folder.replace(/[\\%_]/g, "\\$&");
  return { OR: [{ anchor_path: folder }, { anchor_path: { startsWith: `${literal}/` } }] };
}

/** The citations of each memory in their order; memories without citations are not in the map. */
export async function citationsOfMemories(
  db: Db,
  { organization_id, memory_ids }: Tenant & { memory_ids: readonly string[] },
): Promise<Map<string, Citation[]>> {
  const found = new Map<string, Citation[]>();
  if (memory_ids.length === 0) return found;
  const rows = await db.citation.findMany({
    where: { organization_id, memory_id: { in: [...memory_ids] } },
    include: withRepository,
    orderBy: [{ memory_id: "asc" }, { position: "asc" }],
  });
  for (const citation of rows.map(toCitation)) {
    const list = found.get(citation.memory_id);
    if (list) list.push(citation);
    else found.set(citation.memory_id, [citation]);
  }
  return found;
}

/** The citations of these memories that are in a file, or were when they were made. */
export async function citationsAtPath(
  db: Db,
  {
    organization_id,
    repository_id,
    path,
    memory_ids,
  }: Tenant & { repository_id: string; path: string; memory_ids: readonly string[] },
): Promise<Citation[]> {
  if (memory_ids.length === 0) return [];
  const rows = await db.citation.findMany({
    where: {
      organization_id,
      repository_id,
      memory_id: { in: [...memory_ids] },
      OR: [{ anchor_path: path }, { path }],
    },
    include: withRepository,
    orderBy: [{ anchor_line_start: "asc" }, { id: "asc" }],
  });
  return rows.map(toCitation);
}

/** Memories that cite this file where it stands now, so that renames that a check saw are followed. */
export async function memoryIdsByPath(
  db: Db,
  { organization_id, repository_id, path }: Tenant & { repository_id: string; path: string },
): Promise<string[]> {
  const rows = await db.citation.findMany({
    where: { organization_id, repository_id, anchor_path: path, ...live },
    select: { memory_id: true },
    distinct: ["memory_id"],
  });
  return rows.map((row) => row.memory_id);
}

/** How many citations in use are in which status, per repository; one without citations is not in the map. */
export async function countsByRepository(
  db: Db,
  { organization_id, repository_ids }: Tenant & Visible,
): Promise<Map<string, CitationCounts>> {
  const rows = await db.citation.groupBy({
    by: ["repository_id", "status"],
    where: {
      organization_id,
      ...inUse,
      repository_id: among(repository_ids),
    },
    _count: { _all: true },
  });
  const counts = new Map<string, CitationCounts>();
  for (const row of rows) {
    const of = counts.get(row.repository_id) ?? noCitations();
    of[toStatus(row.status)] = row._count._all;
    counts.set(row.repository_id, of);
  }
  return counts;
}

export function noCitations(): CitationCounts {
  return { unchecked: 0, unchanged: 0, moved: 0, renamed: 0, edited: 0, missing: 0, unreachable: 0 };
}

/** How many citations are in which status, of one repository or of all. */
export async function citationStatusCounts(
  db: Db,
  { organization_id, repository_id }: Tenant & { repository_id?: string },
): Promise<CitationCounts> {
  const repository_ids = repository_id === undefined ? null : [repository_id];
  const total = noCitations();
  for (const counts of (await countsByRepository(db, { organization_id, repository_ids })).values())
    for (const status of CITATION_STATUSES) total[status] += counts[status];
  return total;
}
