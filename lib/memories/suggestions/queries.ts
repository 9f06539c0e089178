import { actorColumns, readActor, readActorOrNull } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { oneOf } from "@/lib/kernel/one-of";
import { afterCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import {
  type Memory,
  SUGGESTED_ACTIONS,
  SUGGESTION_STATUSES,
  type SuggestedAction,
  type Suggestion,
} from "../contract";
import { memoriesByIds } from "../memory/queries";
import { type Correction, readCorrection } from "./correction";

/** A suggestion as it is stored, with all that its correction holds. */
export type StoredSuggestion = { suggestion: Suggestion; correction: Correction | null };

type NewSuggestion = {
  memory: Pick<Memory, "id" | "version">;
  action: SuggestedAction;
  reason: string | null;
  correction: Correction | null;
  content_sha256: string;
};

/** Keeps a suggestion, unless the same waits already. @returns its id, or that of the one that waits. */
export async function storeSuggestion(
  tx: Db,
  params: Tenant & NewSuggestion & { actor: ActorRef; now: Date },
): Promise<{ id: string; is_new: boolean }> {
  const { organization_id, memory, action, reason, correction, content_sha256, actor, now } = params;
  const id = newId();
  const { count } = await tx.memory_suggestion.createMany({
    data: {
      organization_id,
      id,
      memory_id: memory.id,
      memory_version: memory.version,
      action,
      reason,
      correction: correction === null ? Prisma.DbNull : JSON.parse(JSON.stringify(correction)),
      content_sha256,
      suggested_at: now,
      ...actorColumns("suggested_by", actor),
    },
    skipDuplicates: true,
  });
  if (count === 1) return { id, is_new: true };
  const waiting = await tx.memory_suggestion.findFirst({
    where: { organization_id, memory_id: memory.id, content_sha256, status: "open" },
    select: { id: true },
  });
  return { id: waiting?.id ?? id, is_new: false };
}

type Row = Prisma.memory_suggestionGetPayload<object>;

function toSuggestion(row: Row, memory: Memory): StoredSuggestion {
  const correction = readCorrection(row.correction);
  const { id, reason, decision_reason, version } = row;
  const status = oneOf(SUGGESTION_STATUSES, row.status);
  return {
    correction,
    suggestion: {
      id,
      reason,
      decision_reason,
      version,
      memory,
      status,
      action: oneOf(SUGGESTED_ACTIONS, row.action),
      correction: correction && { statement: correction.statement ?? "", citations: correction.citations },
      changed_since: status === "open" && row.memory_version !== memory.version,
      suggested_at: row.suggested_at.toISOString(),
      suggested_by: readActor(row, "suggested_by"),
      decided_at: row.decided_at?.toISOString() ?? null,
      decided_by: readActorOrNull(row, "decided_by"),
    },
  };
}

async function withMemories(
  db: Db,
  { organization_id, rows }: Tenant & { rows: readonly Row[] },
): Promise<StoredSuggestion[]> {
  const ids = [...new Set(rows.map(({ memory_id }) => memory_id))];
  const found = await memoriesByIds(db, { organization_id, ids });
  const memories = new Map(found.map((memory) => [memory.id, memory]));
  return rows.flatMap((row) => {
    const memory = memories.get(row.memory_id);
    if (memory) return [toSuggestion(row, memory)];
    return [];
  });
}

export async function findSuggestion(
  db: Db,
  { organization_id, suggestion_id }: Tenant & { suggestion_id: string },
): Promise<StoredSuggestion | null> {
  const row = await db.memory_suggestion.findFirst({ where: { organization_id, id: suggestion_id } });
  if (!row) return null;
  const [found] = await withMemories(db, { organization_id, rows: [row] });
  return found ?? null;
}

/** Where a suggestion may be: of which status, and about a memory of which repositories. */
export type SuggestionWhere = {
  status: Suggestion["status"];
  repository_id: string | null;
  visible_repository_ids: readonly string[] | null;
  suggestion_id?: string;
};

/** What is suggested about a memory that left service meanwhile waits for nobody. */
const IN_USE: Prisma.memoryWhereInput = { deleted_at: null, status: { in: ["active", "drifted"] } };

function toWhere({
  organization_id,
  status,
  repository_id,
  visible_repository_ids: visible,
  suggestion_id,
}: Tenant & SuggestionWhere): Prisma.memory_suggestionWhereInput {
  const memory: Prisma.memoryWhereInput[] = [];
  if (status === "open") memory.push(IN_USE);
  if (repository_id !== null) memory.push({ repository_id });
  if (visible !== null) memory.push({ OR: [{ scope: "global" }, { repository_id: { in: [...visible] } }] });
  return { organization_id, id: suggestion_id, status, memory: { AND: memory } };
}

/** Those suggested last first. */
export async function listSuggestions(
  db: Db,
  { cursor, limit, ...params }: Tenant & SuggestionWhere & Paging,
): Promise<Page<Suggestion>> {
  const where = toWhere(params);
  const [rows, total] = await Promise.all([
    db.memory_suggestion.findMany({
      where: { AND: [where, afterCursor(cursor)] },
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.memory_suggestion.count({ where }),
  ]);
  const { organization_id } = params;
  const found = await withMemories(db, { organization_id, rows });
  return toPage(
    found.map(({ suggestion }) => suggestion),
    limit,
    total,
    ({ suggested_at, id }) => ({ at: suggested_at, id }),
  );
}

export async function countSuggestions(db: Db, params: Tenant & SuggestionWhere): Promise<number> {
  return db.memory_suggestion.count({ where: toWhere(params) });
}

type Known = Tenant & { suggestion: Pick<Suggestion, "id" | "version"> };

/** Closes a suggestion that is open in this version. @returns false when somebody was first. */
export async function closeSuggestion(
  tx: Db,
  params: Known & {
    status: "accepted" | "rejected";
    actor: ActorRef;
    reason: string | null;
    now: Date;
  },
): Promise<boolean> {
  const { organization_id, suggestion, status, actor, reason, now } = params;
  const { count } = await tx.memory_suggestion.updateMany({
    where: { organization_id, id: suggestion.id, status: "open", version: suggestion.version },
    data: {
      status,
      decided_at: now,
      ...actorColumns("decided_by", actor),
      decision_reason: reason,
      version: { increment: 1 },
    },
  });
  return count === 1;
}

/** Keeps by which event the memory was changed, so that it can be undone. */
export async function setUndoEvent(
  tx: Db,
  { organization_id, suggestion_id, event_id }: Tenant & { suggestion_id: string; event_id: string },
): Promise<void> {
  await tx.memory_suggestion.updateMany({
    where: { organization_id, id: suggestion_id },
    data: { event_id },
  });
}

/** The event by which a suggestion that was accepted changed its memory. */
export async function findStep(
  db: Db,
  { organization_id, suggestion_id }: Tenant & { suggestion_id: string },
): Promise<string | null> {
  const row = await db.memory_suggestion.findFirst({
    where: { organization_id, id: suggestion_id },
    select: { event_id: true },
  });
  return row?.event_id ?? null;
}

/** Whether the same was suggested again since this one was decided, and waits. */
export async function waitsAgain(
  db: Db,
  { organization_id, suggestion_id }: Tenant & { suggestion_id: string },
): Promise<boolean> {
  const row = await db.memory_suggestion.findFirst({
    where: { organization_id, id: suggestion_id },
    select: { memory_id: true, content_sha256: true },
  });
  if (!row) return false;
  return (await db.memory_suggestion.count({ where: { organization_id, status: "open", ...row } })) > 0;
}

/** Opens a decided suggestion of this version again. @returns false when somebody was first. */
export async function reopenSuggestion(tx: Db, { organization_id, suggestion }: Known): Promise<boolean> {
  const { count } = await tx.memory_suggestion.updateMany({
    where: { organization_id, id: suggestion.id, status: { not: "open" }, version: suggestion.version },
    data: {
      status: "open",
      decided_at: null,
      ...actorColumns("decided_by", null),
      decision_reason: null,
      event_id: null,
      version: { increment: 1 },
    },
  });
  return count === 1;
}
