import type { Prisma } from "@/lib/db/generated/client";
import { oneOf } from "@/lib/kernel/one-of";
import type { Anchor } from "../anchoring/anchor";
import { sha256 } from "../anchoring/text";
import {
  CITATION_FACTS,
  CITATION_STATUSES,
  type Citation,
  type CitationFact,
  type CitationStatus,
  standsAtSchema,
} from "../contract";

/** null: every repository of the organization. */
export type Visible = { repository_ids: readonly string[] | null };

/** A deleted memory's citations wait for its restore or its purge: they are neither listed, counted nor checked. */
export const live = { memory: { deleted_at: null } } satisfies Prisma.citationWhereInput;

/**
 * Citations of memories that this agent may see at all, by the rules of `maySeeMemory` but for its repositories. Null: a
 * person, who sees all.
 */
export function ofMemoriesFor(agent: string | null): Prisma.citationWhereInput {
  if (agent === null) return live;
  const reaching: Prisma.memoryWhereInput[] = [
    { scope: { in: ["global", "repository"] } },
    { scope: "agent", agent },
    { scope: "session", OR: [{ agent: null }, { agent }] },
  ];
  const accepted: Prisma.memoryWhereInput[] = [
    { held_at: null },
    { created_by_kind: "agent", created_by_name: agent },
  ];
  return {
    memory: {
      deleted_at: null,
      status: { not: "quarantined" },
      pending_repository: null,
      AND: [{ OR: reaching }, { OR: accepted }],
    },
  };
}

const DECIDED_ON = ["superseded", "invalid", "expired"];

/**
 * Citations of memories that are or may again be served: what the counts are about. One that was superseded, invalidated
 * or has expired is decided on, and its changed code waits for nobody.
 */
export const inUse = {
  memory: { deleted_at: null, status: { notIn: [...DECIDED_ON] } },
} satisfies Prisma.citationWhereInput;

/** The others, of memories that are not deleted. */
export const decidedOn = {
  memory: { deleted_at: null, status: { in: [...DECIDED_ON] } },
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
    inferred: row.mention !== null,
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
    stands_at: standsAtSchema.nullable().catch(null).parse(row.stands_at),
    facts: toFacts(row.facts),
    symbol_path: row.symbol_path,
    checked_at: row.checked_at?.toISOString() ?? null,
    checked_commit: row.checked_commit,
  };
}

/** What this version knows of what a check said beside the status. */
type AnchorRow = Omit<Anchor, "line_start" | "line_end" | "snippet_truncated"> & {
  anchor_line_start: number;
  anchor_line_end: number;
};

/** The anchor of a citation, or of what a memory rests on. */
export const toAnchor = ({
  anchor_line_start,
  anchor_line_end,
  snippet,
  snippet_sha256,
  ...row
}: AnchorRow): Anchor => ({
  line_start: anchor_line_start,
  line_end: anchor_line_end,
  snippet,
  snippet_sha256,
  norm_sha256: row.norm_sha256,
  context_before: row.context_before,
  context_after: row.context_after,
  dup_index: row.dup_index,
  dup_count: row.dup_count,
  alnum_count: row.alnum_count,
  // Only a text that was cut differs from the hash of the whole.
  snippet_truncated: snippet !== null && sha256(snippet) !== snippet_sha256,
});

export function toFacts(facts: readonly string[]): CitationFact[] {
  return CITATION_FACTS.filter((fact) => facts.includes(fact));
}

export const toStatus = (status: string): CitationStatus => oneOf(CITATION_STATUSES, status);
