import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { findCheckRuns } from "@/lib/db/sql/drift";
import type { Tenant } from "@/lib/kernel/actor";
import { among } from "@/lib/kernel/ids";
import { afterCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import type { Anchor } from "../anchoring/anchor";
import { decodeLineTable, type LineTable } from "../anchoring/text";
import { live, toAnchor, toFacts, toStatus } from "../citations/rows";
import { type CitationCheck, type CitationFact, type CitationRun, MAX_HISTORY_RUNS } from "../contract";
import { type Signature, signatureSchema } from "../syntax/signature";
import { type FoundText, type FoundTextsPage, foundTexts, toFoundText } from "./found-texts";

/**
 * Where a citation stands as far as we know, and in which content, as one query read it: lines of one state must never
 * meet the blob of another.
 */
export type AnchorPlace = {
  citation_id: string;
  memory_id: string;
  path: string;
  commit_sha: string;
  /** Where it stood when it was cited. */
  original: { commit_sha: string; path: string; blob_oid: string; line_start: number; line_end: number };
  blob_oid: string;
  line_start: number;
  line_end: number;
  /** The commit of the verdict on record. */
  checked_commit: string | null;
  /** What that verdict says beside its status. */
  facts: readonly CitationFact[];
};

const placeColumns = {
  id: true,
  memory_id: true,
  anchor_path: true,
  commit_sha: true,
  path: true,
  blob_oid: true,
  line_start: true,
  line_end: true,
  anchor_commit: true,
  anchor_blob_oid: true,
  anchor_line_start: true,
  anchor_line_end: true,
  checked_commit: true,
  facts: true,
} satisfies Prisma.citationSelect;

const toPlace = (row: Prisma.citationGetPayload<{ select: typeof placeColumns }>): AnchorPlace => ({
  citation_id: row.id,
  memory_id: row.memory_id,
  path: row.anchor_path,
  commit_sha: row.anchor_commit,
  original: {
    commit_sha: row.commit_sha,
    path: row.path,
    blob_oid: row.blob_oid,
    line_start: row.line_start,
    line_end: row.line_end,
  },
  blob_oid: row.anchor_blob_oid,
  line_start: row.anchor_line_start,
  line_end: row.anchor_line_end,
  checked_commit: row.checked_commit,
  facts: toFacts(row.facts),
});

/** The places to check, by path: of all live memories, of the given ones, or the given places alone. */
export async function listAnchorPlaces(
  db: Db,
  {
    organization_id,
    repository_id,
    memory_ids,
    citation_ids,
  }: Tenant & {
    repository_id: string;
    memory_ids?: readonly string[];
    citation_ids?: readonly string[];
  },
): Promise<AnchorPlace[]> {
  const rows = await db.citation.findMany({
    where: {
      organization_id,
      repository_id,
      ...(memory_ids === undefined ? live : { memory_id: { in: [...memory_ids] } }),
      id: among(citation_ids),
    },
    select: placeColumns,
    orderBy: [{ anchor_path: "asc" }, { anchor_line_start: "asc" }],
  });
  return rows.map(toPlace);
}

/** The places of citations as they are now, each with the anchor of the same moment. */
export async function findAnchors(
  db: Db,
  { organization_id, citation_ids }: Tenant & { citation_ids: readonly string[] },
): Promise<(AnchorPlace & { anchor: Anchor; signature: Signature | null })[]> {
  if (citation_ids.length === 0) return [];
  const rows = await db.citation.findMany({
    where: { organization_id, id: { in: [...citation_ids] } },
    select: {
      ...placeColumns,
      snippet: true,
      snippet_sha256: true,
      norm_sha256: true,
      context_before: true,
      context_after: true,
      dup_index: true,
      dup_count: true,
      alnum_count: true,
      syntax: true,
    },
    orderBy: [{ anchor_path: "asc" }, { anchor_line_start: "asc" }],
  });
  return rows.map((row) => ({
    ...toPlace(row),
    signature: signatureSchema.safeParse(row.syntax).data ?? null,
    anchor: toAnchor(row),
  }));
}

/** Line tables by the id of the blob, also of files that git has no more: the hashes of their lines were kept. */
export async function findLineTables(
  db: Db,
  { organization_id, blob_oids }: Tenant & { blob_oids: readonly string[] },
): Promise<Map<string, LineTable>> {
  if (blob_oids.length === 0) return new Map();
  const rows = await db.blob_lines.findMany({ where: { organization_id, blob_oid: { in: [...blob_oids] } } });
  const tables = new Map<string, LineTable>();
  for (const { blob_oid, line_hashes } of rows) {
    const table = decodeLineTable(line_hashes);
    if (table) tables.set(blob_oid, table);
  }
  return tables;
}

export async function listChecks(
  db: Db,
  { organization_id, citation_id, cursor, limit }: Tenant & Paging & { citation_id: string },
): Promise<Page<CitationCheck>> {
  const where: Prisma.citation_checkWhereInput = { organization_id, citation_id };
  const [rows, total] = await Promise.all([
    db.citation_check.findMany({
      where: { ...where, ...afterCursor(cursor) },
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.citation_check.count({ where }),
  ]);
  return toPage(rows.map(toCheck), limit, total, (row) => ({ at: row.checked_at, id: row.id }));
}

function toCheck({ organization_id: _, ...row }: Prisma.citation_checkGetPayload<object>): CitationCheck {
  const { status, facts, checked_at } = row;
  return { ...row, status: toStatus(status), facts: toFacts(facts), checked_at: checked_at.toISOString() };
}

/** Texts that checks of a repository found, by the ids of the checks, in their order. */
export async function foundTextsOfChecks(
  db: Db,
  { organization_id, repository_id, ...page }: FoundTextsPage,
): Promise<FoundText[]> {
  const { where, ...asked } = foundTexts(page);
  const rows = await db.citation_check.findMany({
    where: { organization_id, citation: { repository_id }, ...where },
    ...asked,
  });
  return rows.map(toFoundText);
}

export async function clearTextsOfChecks(
  db: Db,
  { organization_id, ids }: Tenant & { ids: readonly string[] },
): Promise<void> {
  await db.citation_check.updateMany({
    where: { organization_id, id: { in: [...ids] } },
    data: { found_text: null },
  });
}

export async function checksByIds(
  db: Db,
  { organization_id, ids }: Tenant & { ids: readonly string[] },
): Promise<Map<string, CitationCheck>> {
  if (ids.length === 0) return new Map();
  const rows = await db.citation_check.findMany({ where: { organization_id, id: { in: [...ids] } } });
  return new Map(rows.map((row) => [row.id, toCheck(row)]));
}

export async function findCheck(
  db: Db,
  { organization_id, citation_id, check_id }: Tenant & { citation_id: string; check_id: string },
): Promise<CitationCheck | null> {
  const row = await db.citation_check.findFirst({ where: { organization_id, id: check_id, citation_id } });
  return row && toCheck(row);
}

/** The checks of a citation, those in a row that found the same as one, newest first. */
export async function listCheckRuns(
  db: Db,
  { organization_id, citation_id }: Tenant & { citation_id: string },
): Promise<{ runs: CitationRun[]; total: number; checks: number }> {
  const found = await findCheckRuns(db, { organization_id, citation_id, limit: MAX_HISTORY_RUNS });
  const ids = found.runs.map(({ last_id }) => last_id);
  const last = await checksByIds(db, { organization_id, ids });
  return {
    ...found,
    runs: found.runs.flatMap(({ last_id, first_at, first_commit, checks }) => {
      const check = last.get(last_id);
      if (!check) return [];
      const { status, path, line_start, line_end } = check;
      return {
        status,
        path,
        line_start,
        line_end,
        checks,
        first_commit,
        last: check,
        first_at: first_at.toISOString(),
      };
    }),
  };
}
