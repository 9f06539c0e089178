import type { Prisma } from "@/lib/db/generated/client";
import {
  CITATION_FACTS,
  CITATION_STATUSES,
  type Citation,
  type CitationFact,
  type CitationStatus,
} from "../contract";

/** null: every repository of the organization. */
export type Visible = { repository_ids: readonly string[] | null };

/** A deleted memory's citations wait for its restore or its purge: they are neither listed, counted nor checked. */
export const live = { memory: { deleted_at: null } } satisfies Prisma.citationWhereInput;

/**
 * Citations of memories that are or may again be served: what the counts are about. One that was superseded, invalidated
 * or has expired is decided on, and its changed code waits for nobody.
 */
export const inUse = {
  memory: { deleted_at: null, status: { notIn: ["superseded", "invalid", "expired"] } },
} satisfies Prisma.citationWhereInput;

export const withRepository = {
  repository: { select: { id: true, name: true } },
} satisfies Prisma.citationInclude;

export function toCitation(row: Prisma.citationGetPayload<{ include: typeof withRepository }>): Citation {
  return {
    id: row.id,
    memory_id: row.memory_id,
    repository: row.repository,
    position: row.position,
    path: row.anchor_path,
    line_start: row.anchor_line_start,
    line_end: row.anchor_line_end,
    commit_sha: row.commit_sha,
    original: { path: row.path, line_start: row.line_start, line_end: row.line_end },
    snippet: row.snippet,
    status: toStatus(row.status),
    status_since: row.status_since?.toISOString() ?? null,
    similarity: row.similarity,
    confidence: row.confidence,
    reason: row.reason,
    facts: toFacts(row.facts),
    symbol_path: row.symbol_path,
    checked_at: row.checked_at?.toISOString() ?? null,
    checked_commit: row.checked_commit,
  };
}

/** What this version knows of what a check said beside the status. */
export function toFacts(facts: readonly string[]): CitationFact[] {
  return CITATION_FACTS.filter((fact) => facts.includes(fact));
}

export function toStatus(status: string): CitationStatus {
  const known = CITATION_STATUSES.find((item) => item === status);
  if (!known) throw new Error(`unknown citation status in the database: ${status}`);
  return known;
}
