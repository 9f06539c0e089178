import { z } from "zod";
import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { timeSchema, toDate } from "@/lib/kernel/time";
import { LOCATE_REASONS } from "../anchoring/located";
import type { CheckResult } from "../checks/check";
import { citationStatusSchema, standsAtSchema } from "../fields";
import { signatureSchema } from "../syntax/signature";
import type { PreparedCitation } from "./prepare";

/** All that a citation says of its lines, as an event keeps it to bring it back. */
const citedStateSchema = z.object({
  commit_sha: z.string(),
  path: z.string(),
  blob_oid: z.string(),
  line_start: z.int(),
  line_end: z.int(),
  snippet: z.string().nullable(),
  snippet_sha256: z.string(),
  norm_sha256: z.string(),
  context_before: z.array(z.string()),
  context_after: z.array(z.string()),
  dup_index: z.int(),
  dup_count: z.int(),
  alnum_count: z.int(),
  anchor_commit: z.string(),
  anchor_blob_oid: z.string(),
  anchor_path: z.string(),
  anchor_line_start: z.int(),
  anchor_line_end: z.int(),
  status: citationStatusSchema,
  status_since: timeSchema.nullable(),
  similarity: z.number().nullable(),
  confidence: z.number().nullable(),
  reason: z.string().nullable(),
  stands_at: standsAtSchema.nullable().default(null),
  checked_at: timeSchema.nullable(),
  checked_commit: z.string().nullable(),
  // Events of earlier versions know nothing of these.
  facts: z.array(z.string()).default([]),
  symbol_path: z.string().nullable().default(null),
  syntax: signatureSchema.nullable().default(null).catch(null),
});

/** A citation that was given other lines: what it said before, and where it was put. */
export const recitedSchema = z.object({
  citation_id: z.string(),
  before: citedStateSchema,
  after: z.object({ commit_sha: z.string(), snippet_sha256: z.string(), line_start: z.int() }),
});

export type Recited = z.output<typeof recitedSchema>;

/** The state of a citation, if it is as a check read it; null when somebody else was first. */
export async function findCitedState(
  db: Db,
  { organization_id, result: { citation_id, basis } }: Tenant & { result: CheckResult },
): Promise<Recited["before"] | null> {
  const row = await db.citation.findFirst({
    where: {
      organization_id,
      id: citation_id,
      anchor_path: basis.path,
      anchor_blob_oid: basis.blob_oid,
      anchor_line_start: basis.line_start,
      anchor_line_end: basis.line_end,
      checked_commit: basis.checked_commit,
    },
  });
  if (!row) return null;
  const { status_since, checked_at, ...state } = row;
  return citedStateSchema.parse({
    ...state,
    status_since: status_since?.toISOString() ?? null,
    checked_at: checked_at?.toISOString() ?? null,
  });
}

/** Puts a citation to other lines, with the first check of them; the checks before stay its history. */
export async function setCitedLines(
  db: Db,
  {
    organization_id,
    citation_id,
    prepared,
    now,
  }: Tenant & { citation_id: string; prepared: PreparedCitation; now: Date },
): Promise<void> {
  const { path, commit_sha, blob_oid, anchor, line_hashes, syntax } = prepared;
  const { symbol_path, signature } = syntax;
  const { snippet_truncated: _, ...kept } = anchor;
  const { line_start, line_end } = anchor;
  await db.blob_lines.upsert({
    where: { organization_id_blob_oid: { organization_id, blob_oid } },
    create: { organization_id, blob_oid, line_hashes, created_at: now },
    update: {},
  });
  const verdict = { status: "unchanged", similarity: 1, confidence: 1, reason: LOCATE_REASONS.same_blob };
  await db.citation.updateMany({
    where: { organization_id, id: citation_id },
    data: {
      ...kept,
      ...verdict,
      stands_at: Prisma.DbNull,
      facts: [],
      symbol_path,
      syntax: signature ?? Prisma.DbNull,
      path,
      commit_sha,
      blob_oid,
      anchor_commit: commit_sha,
      anchor_blob_oid: blob_oid,
      anchor_path: path,
      anchor_line_start: line_start,
      anchor_line_end: line_end,
      status_since: now,
      checked_at: now,
      checked_commit: commit_sha,
    },
  });
  await db.citation_check.create({
    data: {
      ...verdict,
      organization_id,
      id: newId(),
      citation_id,
      commit_sha,
      path,
      line_start,
      line_end,
      symbol_path,
      checked_at: now,
    },
  });
}

/**
 * Brings back what a citation said, with the verdict that it had as one more check, or its history would end with one
 * of other lines. False when it was put elsewhere since, or is gone.
 */
export async function restoreCitedState(
  db: Db,
  { organization_id, recited, now }: Tenant & { recited: Recited; now: Date },
): Promise<boolean> {
  const { citation_id, before, after } = recited;
  const { status_since, checked_at, stands_at, syntax, ...state } = before;
  const { count } = await db.citation.updateMany({
    where: { organization_id, id: citation_id, ...after },
    data: {
      ...state,
      stands_at: stands_at ?? Prisma.DbNull,
      syntax: syntax ?? Prisma.DbNull,
      status_since: toDate(status_since),
      checked_at: toDate(checked_at),
    },
  });
  if (count !== 1) return false;
  const { status, similarity, confidence, reason, checked_commit } = before;
  if (status !== "unchecked" && checked_commit !== null)
    await db.citation_check.create({
      data: {
        organization_id,
        id: newId(),
        citation_id,
        commit_sha: checked_commit,
        status,
        similarity,
        confidence,
        reason,
        checked_at: now,
      },
    });
  return true;
}
