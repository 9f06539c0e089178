import { actorColumns, readActorOrNull } from "@/lib/access";
import { toFacts, toStatus } from "@/lib/citations";
import { SUPPORT_KINDS, type SupportKind } from "@/lib/citations/contract";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { oneOf, oneOfOrNull } from "@/lib/kernel/one-of";
import { afterCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import {
  MEMORY_KINDS,
  MEMORY_STATUSES,
  type MemorySupport,
  SUPPORT_DECISIONS,
  type SUPPORT_STATES,
  type SupportDecision,
  supportOpinionSchema,
} from "../contract";
import { repositoriesOfMemories } from "../memory/queries";
import { heardKinds, type Votes } from "./voice";

export type UnreadMemory = {
  id: string;
  statement: string;
  removed_mentions: string[];
  /** Where its author cited it; where the text stands by the last check, once somebody confirmed it since. */
  citations: CitedPlace[];
};

export type CitedPlace = { commit: string; path: string; line_start: number; line_end: number };

const unread = {
  mentions_read_at: { not: null },
  supports_read_at: null,
  deleted_at: null,
} satisfies Prisma.memoryWhereInput;

/** Memories of which nobody has looked up what they rest on, oldest first; after their mentions were read. */
export async function listUnread(
  db: Db,
  { organization_id, repository_id, limit }: Tenant & { repository_id: string; limit: number },
): Promise<UnreadMemory[]> {
  const rows = await db.memory.findMany({
    where: { organization_id, repository_id, ...unread },
    orderBy: { id: "asc" },
    take: limit,
    select: {
      id: true,
      statement: true,
      removed_mentions: true,
      created_at: true,
      refreshed_at: true,
      citations: { where: { repository_id }, select: cited, orderBy: { position: "asc" } },
    },
  });
  return rows.map(({ created_at, refreshed_at, citations, ...memory }) => {
    const placeOf = refreshed_at > created_at ? foundPlace : authorsPlace;
    return { ...memory, citations: citations.map(placeOf) };
  });
}

const cited = {
  commit_sha: true,
  path: true,
  line_start: true,
  line_end: true,
  anchor_commit: true,
  anchor_path: true,
  anchor_line_start: true,
  anchor_line_end: true,
} satisfies Prisma.citationSelect;

type CitedRow = Prisma.citationGetPayload<{ select: typeof cited }>;

const authorsPlace = ({ commit_sha, path, line_start, line_end }: CitedRow): CitedPlace => ({
  commit: commit_sha,
  path,
  line_start,
  line_end,
});

const foundPlace = (row: CitedRow): CitedPlace => ({
  commit: row.anchor_commit,
  path: row.anchor_path,
  line_start: row.anchor_line_start,
  line_end: row.anchor_line_end,
});

/** Repositories with memories of which nobody has looked up what they rest on. */
export async function listRepositoriesWithUnread(db: Db, { organization_id }: Tenant): Promise<string[]> {
  return repositoriesOfMemories(db, { organization_id, where: unread });
}

/** Says that it was looked up what a memory rests on. False when somebody else was first, or it is gone. */
export async function markRead(
  db: Db,
  { organization_id, memory_id, now }: Tenant & { memory_id: string; now: Date },
): Promise<boolean> {
  const { count } = await db.memory.updateMany({
    where: { organization_id, id: memory_id, supports_read_at: null, deleted_at: null },
    data: { supports_read_at: now },
  });
  return count === 1;
}

/** What people said of changes so far, by kind; of each support the last decision. */
export async function votesByKind(db: Db, { organization_id }: Tenant): Promise<Map<SupportKind, Votes>> {
  const rows = await db.memory_support.groupBy({
    by: ["kind", "decision"],
    where: { organization_id, decision: { not: null } },
    _count: { _all: true },
  });
  const votes = new Map<SupportKind, Votes>();
  for (const row of rows) {
    const kind = oneOf(SUPPORT_KINDS, row.kind);
    const of = votes.get(kind) ?? { holds: 0, stale: 0 };
    of[oneOf(SUPPORT_DECISIONS, row.decision ?? "")] += row._count._all;
    votes.set(kind, of);
  }
  return votes;
}

const shape = {
  repository: { select: { id: true, name: true } },
  memory: { select: { id: true, statement: true, kind: true, status: true } },
} satisfies Prisma.memory_supportInclude;

type Row = Prisma.memory_supportGetPayload<{ include: typeof shape }>;

function placeNow({ found_path, found_line_start, found_line_end, found_text, found_sha256 }: Row) {
  if (found_sha256 === null || found_path === null || found_line_start === null || found_line_end === null)
    return null;
  return { path: found_path, line_start: found_line_start, line_end: found_line_end, text: found_text };
}

function toSupport(row: Row, heard: readonly SupportKind[]): MemorySupport {
  const kind = oneOf(SUPPORT_KINDS, row.kind);
  const { memory, repository, name, symbol_path, reason, checked_commit } = row;
  return {
    id: row.id,
    memory: {
      ...memory,
      kind: oneOf(MEMORY_KINDS, memory.kind),
      status: oneOf(MEMORY_STATUSES, memory.status),
    },
    repository,
    kind,
    name,
    symbol_path,
    path: row.anchor_path,
    line_start: row.anchor_line_start,
    line_end: row.anchor_line_end,
    commit_sha: row.commit_sha,
    status: toStatus(row.status),
    facts: toFacts(row.facts),
    reason,
    changed_at: row.changed_at?.toISOString() ?? null,
    heard: heard.includes(kind),
    was: row.snippet,
    now: placeNow(row),
    opinion: supportOpinionSchema.nullable().catch(null).parse(row.opinion),
    decision: oneOfOrNull(SUPPORT_DECISIONS, row.decision),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: readActorOrNull(row, "decided_by"),
    checked_at: row.checked_at?.toISOString() ?? null,
    checked_commit,
  };
}

export type SupportWhere = {
  memory_id?: string;
  repository_id: string | null;
  state?: (typeof SUPPORT_STATES)[number];
  visible_repository_ids: readonly string[] | null;
};

/** The changed ones that somebody should look at: of memories that agents are given, and kinds that are heard. */
export const waiting = (heard: readonly SupportKind[]): Prisma.memory_supportWhereInput => ({
  changed_at: { not: null },
  kind: { in: [...heard] },
  memory: { deleted_at: null, status: "active" },
});

function toWhere(
  {
    organization_id,
    memory_id,
    repository_id,
    state,
    visible_repository_ids: visible,
  }: Tenant & SupportWhere,
  heard: readonly SupportKind[],
): Prisma.memory_supportWhereInput {
  const all: Prisma.memory_supportWhereInput[] = [{ memory: { deleted_at: null } }];
  if (memory_id !== undefined) all.push({ memory_id });
  if (repository_id !== null) all.push({ repository_id });
  if (visible !== null) all.push({ repository_id: { in: [...visible] } });
  if (state === "changed") all.push(waiting(heard));
  if (state === "decided") all.push({ decision: { not: null } });
  return { organization_id, AND: all };
}

/** Those anchored last first. */
export async function listSupports(
  db: Db,
  { cursor, limit, ...params }: Tenant & SupportWhere & Paging,
): Promise<Page<MemorySupport>> {
  const heard = heardKinds(await votesByKind(db, params));
  const where = toWhere(params, heard);
  const [rows, total] = await Promise.all([
    db.memory_support.findMany({
      where: { ...where, ...afterCursor(cursor) },
      include: shape,
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.memory_support.count({ where }),
  ]);
  const at = new Date(0).toISOString();
  return toPage(
    rows.map((row) => toSupport(row, heard)),
    limit,
    total,
    ({ id }) => ({ at, id }),
  );
}

export async function findSupport(
  db: Db,
  { organization_id, support_id }: Tenant & { support_id: string },
): Promise<MemorySupport | null> {
  const heard = heardKinds(await votesByKind(db, { organization_id }));
  const row = await db.memory_support.findFirst({
    where: { organization_id, id: support_id, memory: { deleted_at: null } },
    include: shape,
  });
  return row && toSupport(row, heard);
}

/**
 * How a definition read that a memory rests on, and how it reads now, which is null where it is gone. Both are null where
 * only hashes are kept of either.
 */
export type ChangedContext = { name: string; was: string | null; now: string | null };

/** Changes that memories in use should be read with, by memory: those of kinds that are heard. */
export async function changedContexts(
  db: Db,
  { organization_id, memory_ids }: Tenant & { memory_ids: readonly string[] },
): Promise<Map<string, ChangedContext[]>> {
  const found = new Map<string, ChangedContext[]>();
  if (memory_ids.length === 0) return found;
  const where = { organization_id, memory_id: { in: [...memory_ids] }, changed_at: { not: null } };
  const rows = await db.memory_support.findMany({
    where,
    select: {
      memory_id: true,
      kind: true,
      name: true,
      snippet: true,
      found_text: true,
      found_sha256: true,
    },
    orderBy: [{ memory_id: "asc" }, { position: "asc" }],
  });
  if (rows.length === 0) return found;
  const heard: readonly string[] = heardKinds(await votesByKind(db, { organization_id }));
  for (const { memory_id, kind, name, snippet, found_text, found_sha256 } of rows) {
    if (!heard.includes(kind)) continue;
    const list = found.get(memory_id) ?? [];
    const isHidden = found_text === null && found_sha256 !== null;
    list.push({ name, was: isHidden ? null : snippet, now: found_text });
    found.set(memory_id, list);
  }
  return found;
}

/** Keeps a decision on the change that was read. @returns false when it changed again, or somebody was first. */
export async function decideSupport(
  tx: Db,
  {
    organization_id,
    support_id,
    changed_at,
    decision,
    actor,
    now,
  }: Tenant & {
    support_id: string;
    changed_at: string;
    decision: SupportDecision;
    actor: ActorRef;
    now: Date;
  },
): Promise<boolean> {
  const where = { organization_id, id: support_id, changed_at: new Date(changed_at) };
  // Locked by the first write, so that the text that is decided on is the one that was read.
  const { count } = await tx.memory_support.updateMany({
    where,
    data: {
      changed_at: null,
      decision,
      decided_at: now,
      ...actorColumns("decided_by", actor),
      decision_event_id: null,
    },
  });
  if (count === 0) return false;
  const row = await tx.memory_support.findFirst({
    where: { organization_id, id: support_id },
    select: { found_sha256: true },
  });
  await tx.memory_support.updateMany({
    where: { organization_id, id: support_id },
    data: { decided_sha256: row?.found_sha256 ?? null },
  });
  return true;
}

/** Keeps by which event the memory was changed, so that it can be undone. */
export async function setUndoEvent(
  tx: Db,
  { organization_id, support_id, event_id }: Tenant & { support_id: string; event_id: string },
): Promise<void> {
  await tx.memory_support.updateMany({
    where: { organization_id, id: support_id },
    data: { decision_event_id: event_id },
  });
}

/** The event by which a decision changed its memory; null where it changed none. */
export async function findStep(
  db: Db,
  { organization_id, support_id }: Tenant & { support_id: string },
): Promise<string | null> {
  const row = await db.memory_support.findFirst({
    where: { organization_id, id: support_id },
    select: { decision_event_id: true },
  });
  return row?.decision_event_id ?? null;
}

/** Takes a decision back; what still reads differently waits again. @returns false when somebody was first. */
export async function reopenSupport(
  tx: Db,
  {
    organization_id,
    support_id,
    decided_at,
    is_edited,
    now,
  }: Tenant & { support_id: string; decided_at: string; is_edited: boolean; now: Date },
): Promise<boolean> {
  const { count } = await tx.memory_support.updateMany({
    where: { organization_id, id: support_id, decided_at: new Date(decided_at) },
    data: {
      changed_at: is_edited ? now : null,
      decision: null,
      decided_sha256: null,
      decided_at: null,
      ...actorColumns("decided_by", null),
      decision_event_id: null,
    },
  });
  return count === 1;
}
