import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { type SupportCheckRow, writeSupportChecks } from "@/lib/db/sql/supports";
import type { Tenant } from "@/lib/kernel/actor";
import { among, newId } from "@/lib/kernel/ids";
import { type FoundText, type FoundTextsPage, foundTexts, toFoundText } from "../checks/found-texts";
import { inUse, toAnchor, toFacts } from "../citations/rows";
import { type CitedCode, isLasting } from "../syntax/facts";
import { signatureSchema } from "../syntax/signature";
import type { PreparedSupport } from "./prepare-supports";

export type { SupportCheckRow };
export { writeSupportChecks };

/** A file that supports stand in, where they were found, and what stood at both when they were followed last. */
export type SupportFile = {
  path: string;
  seen_blob_oid: string | null;
  found_path: string | null;
  found_blob_oid: string | null;
};

type OfRepository = Tenant & { repository_id: string; memory_ids?: readonly string[] };

const wanted = ({ organization_id, repository_id, memory_ids }: OfRepository) =>
  ({
    organization_id,
    repository_id,
    ...inUse,
    memory_id: among(memory_ids),
  }) satisfies Prisma.memory_supportWhereInput;

/** The files that supports of memories in use stand in: far fewer than supports. */
export async function listSupportFiles(db: Db, params: OfRepository): Promise<SupportFile[]> {
  const rows = await db.memory_support.groupBy({
    by: ["anchor_path", "seen_blob_oid", "found_path", "found_blob_oid"],
    where: wanted(params),
  });
  return rows.map(({ anchor_path, ...seen }) => ({ ...seen, path: anchor_path }));
}

/** A support as it is followed, and what must still be on record when that is kept. */
export type FollowedSupport = CitedCode & SupportFile & { checked_commit: string | null };

/** The supports in these files, each with the anchor of the same moment. `citation_id` is the support's id. */
export async function listSupportsIn(
  db: Db,
  { paths, ...params }: OfRepository & { paths: readonly string[] },
): Promise<FollowedSupport[]> {
  const rows = await db.memory_support.findMany({
    where: { ...wanted(params), anchor_path: { in: [...paths] } },
    orderBy: [{ anchor_path: "asc" }, { anchor_line_start: "asc" }],
  });
  return rows.map((row) => ({
    citation_id: row.id,
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
    signature: signatureSchema.safeParse(row.syntax).data ?? null,
    facts: toFacts(row.facts).filter(isLasting),
    seen_blob_oid: row.seen_blob_oid,
    found_path: row.found_path,
    found_blob_oid: row.found_blob_oid,
    checked_commit: row.checked_commit,
    anchor: toAnchor(row),
  }));
}

/** Keeps what a memory rests on, with the line tables of the files. */
export async function insertSupports(
  tx: Db,
  {
    organization_id,
    repository_id,
    memory_id,
    supports,
    now,
  }: Tenant & { repository_id: string; memory_id: string; supports: readonly PreparedSupport[]; now: Date },
): Promise<void> {
  if (supports.length === 0) return;
  const tables = new Map(supports.map(({ blob_oid, line_hashes }) => [blob_oid, line_hashes]));
  await tx.blob_lines.createMany({
    data: [...tables].map(([blob_oid, line_hashes]) => ({
      organization_id,
      blob_oid,
      line_hashes,
      created_at: now,
    })),
    skipDuplicates: true,
  });
  await tx.memory_support.createMany({
    data: supports.map(({ kind, name, path, commit_sha, blob_oid, anchor, syntax, at_head }, position) => {
      const { snippet_truncated: _, line_start, line_end, ...kept } = anchor;
      return {
        ...kept,
        organization_id,
        id: newId(),
        memory_id,
        repository_id,
        position,
        kind,
        name,
        commit_sha,
        path,
        blob_oid,
        line_start,
        line_end,
        symbol_path: syntax.symbol_path,
        syntax: syntax.signature ?? Prisma.DbNull,
        anchor_commit: commit_sha,
        anchor_blob_oid: blob_oid,
        anchor_path: path,
        anchor_line_start: line_start,
        anchor_line_end: line_end,
        seen_blob_oid: blob_oid,
        status: at_head ? "unchanged" : "unchecked",
        checked_at: at_head ? now : null,
        checked_commit: at_head ? commit_sha : null,
        created_at: now,
      };
    }),
  });
}

/** Texts that were found where supports of a repository changed, by their ids, in their order. */
export async function foundTextsOfSupports(
  db: Db,
  { organization_id, repository_id, ...page }: FoundTextsPage,
): Promise<FoundText[]> {
  const { where, ...asked } = foundTexts(page);
  const rows = await db.memory_support.findMany({
    where: { organization_id, repository_id, ...where },
    ...asked,
  });
  return rows.map(toFoundText);
}

/** Clears found texts, and what a language model said of them, which quotes them. */
export async function clearTextsOfSupports(
  db: Db,
  { organization_id, ids }: Tenant & { ids: readonly string[] },
): Promise<void> {
  await db.memory_support.updateMany({
    where: { organization_id, id: { in: [...ids] } },
    data: { found_text: null, opinion: Prisma.DbNull },
  });
}
