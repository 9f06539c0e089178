import type { Database, Db } from "@/lib/db/client";
import { citedPaths, unchangedCitations, writeUnchanged } from "@/lib/db/sql/unchanged-citations";
import type { Tenant } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { LOCATE_REASONS } from "../anchoring/located";
import { blobsAt } from "../anchoring/source-cache";
import { findRepositoryById } from "../repositories/queries";
import { SourceError } from "../repositories/source";
import { openRepositorySource } from "../repositories/sources";

/** Citations a statement records: enough that a push costs few statements, few enough that none holds up others. */
const RECORDED_AT_ONCE = 5000;

/** Citations that are unchanged at a commit, ready to be recorded, in portions. */
export type UnchangedPortion = { count: number; record: (tx: Db, now: Date) => Promise<number> };

/**
 * The citations whose files have the same content at a commit, of memories about which that says nothing new. Most of a
 * repository after a push: one listing of the tree finds them, and they are recorded thousands at a time, without being
 * read one by one. Empty when the repository cannot be read: each citation then says so for itself.
 */
export async function findUnchanged(
  db: Database,
  at: Tenant & { repository_id: string; commit: string; stale_before: Date | null },
): Promise<UnchangedPortion[]> {
  const { organization_id, commit } = at;
  const files = await filesAt(db, at);
  if (files.length === 0) return [];
  const rows = await unchangedCitations(db, { ...at, files });
  const portions: UnchangedPortion[] = [];
  for (let start = 0; start < rows.length; start += RECORDED_AT_ONCE) {
    const checks = rows
      .slice(start, start + RECORDED_AT_ONCE)
      .map(({ was_unchanged, ...row }) => ({ ...row, id: was_unchanged ? null : newId() }));
    const reason = LOCATE_REASONS.same_blob;
    const record = (tx: Db, now: Date) =>
      writeUnchanged(tx, { organization_id, commit, files, now, reason, checks });
    portions.push({ count: checks.length, record });
  }
  return portions;
}

async function filesAt(
  db: Database,
  { organization_id, repository_id, commit }: Tenant & { repository_id: string; commit: string },
): Promise<{ path: string; blob_oid: string }[]> {
  const repository = await findRepositoryById(db, { organization_id, repository_id });
  if (!repository) return [];
  const paths = await citedPaths(db, { organization_id, repository_id });
  try {
    const source = await openRepositorySource(db, { organization_id, repository });
    const blobs = await blobsAt(source, commit, paths);
    return [...blobs].flatMap(([path, blob_oid]) =>
      typeof blob_oid === "string" ? [{ path, blob_oid }] : [],
    );
  } catch (error) {
    if (error instanceof SourceError || error instanceof AppError) return [];
    throw error;
  }
}
