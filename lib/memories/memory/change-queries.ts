import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Tenant } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import type { AppliesTo, Memory, MemoryStatus } from "../contract";
import { deleteNearDuplicates } from "../search/near-duplicate-queries";
import { triggerKeys } from "../triggers/keys";
import { object } from "./queries";

/** The length BM25 counts with: normalised text has its words separated by one space. */
export function wordsOf(search_text: string): number {
  if (search_text === "") return 0;
  return search_text.split(" ").length;
}

export const EDITS = ["updated", "corrected"];

/** Whether a person ever edited it. */
export async function wasChangedByPerson(
  db: Db,
  { organization_id, memory_id }: Tenant & { memory_id: string },
): Promise<boolean> {
  const found = await db.memory_event.findFirst({
    where: { organization_id, memory_id, actor_kind: "person", type: { in: EDITS } },
    select: { id: true },
  });
  return found !== null;
}

/**
 * Whether an import brought it and no person rewrote it here since: what the file says that people wrote is not their word
 * here.
 */
export async function isOnlyImported(
  db: Db,
  { organization_id, memory_id }: Tenant & { memory_id: string },
): Promise<boolean> {
  const found = await db.memory.findUnique({
    where: { organization_id_id: { organization_id, id: memory_id } },
    select: { imported: true },
  });
  return found?.imported === true;
}

export type MemoryChange = Partial<
  Pick<
    Memory,
    | "statement"
    | "category"
    | "tags"
    | "reasoning"
    | "outcome"
    | "metadata"
    | "quality"
    | "pinned"
    | "superseded_by"
    | "redactions"
    | "safety_version"
    | "scope"
    | "observation_count"
    | "pending_repository"
  >
> & {
  applies_to?: AppliesTo;
  repository_id?: string | null;
  suggested_at?: Date | null;
  held_at?: Date | null;
  held_reason?: string | null;
  imported?: boolean;
  status?: { to: MemoryStatus; reason: string | null };
  search?: { search_text: string; duplicate_sha256?: string };
  duplicate_sha256?: string;
  refreshed_at?: Date;
  deleted_at?: Date | null;
};

/**
 * Changes a memory that still has this version.
 * @throws AppError conflict when it has not.
 */
export async function updateMemory(
  db: Db,
  {
    organization_id,
    memory_id,
    version,
    now,
    change,
  }: Tenant & { memory_id: string; version: number; change: MemoryChange; now: Date },
): Promise<void> {
  const { status, search, metadata, applies_to, ...fields } = change;
  const { count } = await db.memory.updateMany({
    where: { organization_id, id: memory_id, version },
    data: {
      ...fields,
      ...(metadata !== undefined && { metadata: metadata as Prisma.InputJsonObject }),
      ...(applies_to !== undefined && { applies_to, applies_to_keys: triggerKeys(applies_to) }),
      ...(status !== undefined && { status: status.to, status_reason: status.reason, status_since: now }),
      ...(search !== undefined && { ...search, search_length: wordsOf(search.search_text) }),
      updated_at: now,
      version: { increment: 1 },
    },
  });
  if (count === 0)
    throw new AppError("conflict", "The memory changed meanwhile; read it again and try again.");
}

/** Moves memories from one status to another; those that have left it meanwhile stay. */
export async function moveStatus(
  db: Db,
  {
    organization_id,
    ids,
    from,
    to,
    reason,
    now,
  }: Tenant & {
    ids: readonly string[];
    from: MemoryStatus;
    to: MemoryStatus;
    reason: string | null;
    now: Date;
  },
): Promise<void> {
  if (ids.length === 0) return;
  await db.memory.updateMany({
    where: { organization_id, id: { in: [...ids] }, status: from },
    data: {
      status: to,
      status_reason: reason,
      status_since: now,
      updated_at: now,
      version: { increment: 1 },
    },
  });
}

/** Counts one more use of a memory; `refreshed` also says that it is fresh. */
export async function recordUse(
  db: Db,
  {
    organization_id,
    memory_id,
    counted,
    refreshed,
    now,
  }: Tenant & { memory_id: string; counted: boolean; refreshed: boolean; now: Date },
): Promise<void> {
  await db.memory.updateMany({
    where: { organization_id, id: memory_id },
    data: {
      ...(counted && { usage_count: { increment: 1 } }),
      ...(refreshed && { refreshed_at: now }),
    },
  });
}

/** Takes observations out of a memory that a merge had brought into it. @returns whether they were there. */
export async function takeObservations(
  db: Db,
  { organization_id, memory_id, count, now }: Tenant & { memory_id: string; count: number; now: Date },
): Promise<boolean> {
  const { count: changed } = await db.memory.updateMany({
    where: { organization_id, id: memory_id, observation_count: { gt: count } },
    data: { observation_count: { decrement: count }, updated_at: now },
  });
  return changed > 0;
}

export async function setQuality(
  db: Db,
  { organization_id, memory_id, quality }: Tenant & { memory_id: string; quality: number },
): Promise<void> {
  await db.memory.updateMany({ where: { organization_id, id: memory_id }, data: { quality } });
}

/** Marks memories as addressed, or takes the mark back. @returns the ids of those that changed. */
export async function setAddressed(
  db: Db,
  {
    organization_id,
    ids,
    addressed,
    repository_ids,
    now,
  }: Tenant & {
    ids: readonly string[];
    addressed: boolean;
    repository_ids: readonly string[] | null;
    now: Date;
  },
): Promise<string[]> {
  const where: Prisma.memoryWhereInput = {
    organization_id,
    id: { in: [...ids] },
    deleted_at: null,
    addressed_at: addressed ? null : { not: null },
    ...(repository_ids !== null && {
      OR: [{ scope: "global" }, { repository_id: { in: [...repository_ids] } }],
    }),
  };
  const rows = await db.memory.updateManyAndReturn({
    where,
    data: { addressed_at: addressed ? now : null, updated_at: now, version: { increment: 1 } },
    select: { id: true },
  });
  return rows.map(({ id }) => id).sort();
}

/**
 * Of these memories, those that are marked as addressed by a skill version, and not by a person or another version.
 * Approvals did not always write into the event which version it was: those are known by their moment.
 */
export async function findAddressedBy(
  db: Db,
  {
    organization_id,
    ids,
    version,
  }: Tenant & { ids: readonly string[]; version: { id: string; created_at: string } },
): Promise<string[]> {
  const rows = await db.memory_event.findMany({
    where: { organization_id, memory_id: { in: [...ids] }, type: { in: ["addressed", "unaddressed"] } },
    select: { memory_id: true, type: true, at: true, detail: true },
    orderBy: { id: "desc" },
    distinct: ["memory_id"],
  });
  return rows.flatMap(({ memory_id, type, at, detail }) => {
    const { version_id, undoes } = object(detail);
    const before =
      version_id === undefined && undoes === undefined && at.toISOString() === version.created_at;
    if (type === "addressed" && (before || version_id === version.id)) return [memory_id];
    return [];
  });
}

/** Forgets the vectors of a changed text, and which memories nearly said what it said: it is compared again once embedded. */
export async function deleteEmbeddings(
  db: Db,
  { organization_id, memory_id }: Tenant & { memory_id: string },
): Promise<void> {
  await db.memory_embedding.deleteMany({ where: { organization_id, memory_id } });
  await deleteNearDuplicates(db, { organization_id, memory_id });
}
