import { actorColumns, readActor, readActorOrNull } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { oneOf, oneOfOrNull } from "@/lib/kernel/one-of";
import { memoriesByIds, type Step } from "@/lib/memories";
import { CONFLICT_DECISIONS, CONFLICT_RULES, CONFLICT_STATUSES, type Conflict } from "../contract";

const withMembers = { members: true } satisfies Prisma.memory_conflictInclude;
type Row = Prisma.memory_conflictGetPayload<{ include: typeof withMembers }>;

function toConflict(row: Row, memories: Conflict["memories"]): Conflict {
  const { id, subject, explanation, session_id, reason, kept_id, version } = row;
  return {
    id,
    subject,
    explanation,
    session_id,
    reason,
    kept_id,
    memories,
    version,
    status: oneOf(CONFLICT_STATUSES, row.status),
    rule: oneOf(CONFLICT_RULES, row.rule),
    found_at: row.found_at.toISOString(),
    found_by: readActor(row, "found_by"),
    decision: oneOfOrNull(CONFLICT_DECISIONS, row.decision),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: readActorOrNull(row, "decided_by"),
  };
}

/** The conflicts with these ids, in their order, each with its memories, the oldest first. */
export async function conflictsByIds(
  db: Db,
  { organization_id, ids }: Tenant & { ids: readonly string[] },
): Promise<Conflict[]> {
  if (ids.length === 0) return [];
  const rows = await db.memory_conflict.findMany({
    where: { organization_id, id: { in: [...ids] } },
    include: withMembers,
  });
  const memory_ids = [...new Set(rows.flatMap(({ members }) => members.map(({ memory_id }) => memory_id)))];
  const memories = new Map(
    (await memoriesByIds(db, { organization_id, ids: memory_ids })).map((memory) => [memory.id, memory]),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const own = row.members.flatMap(({ memory_id }) => memories.get(memory_id) ?? []);
    return [
      toConflict(
        row,
        own.toSorted((a, b) => {
          if (a.id < b.id) return -1;
          return 1;
        }),
      ),
    ];
  });
}

export async function findConflict(
  db: Db,
  { organization_id, conflict_id }: Tenant & { conflict_id: string },
): Promise<Conflict | null> {
  const [conflict] = await conflictsByIds(db, { organization_id, ids: [conflict_id] });
  return conflict ?? null;
}

/** The open conflict about this subject in which one of these memories stands, if there is one. */
export async function findOpenAbout(
  db: Db,
  { organization_id, key, memory_ids }: Tenant & { key: string; memory_ids: readonly string[] },
): Promise<string | null> {
  const row = await db.memory_conflict.findFirst({
    where: {
      organization_id,
      key,
      status: "open",
      members: { some: { memory_id: { in: [...memory_ids] } } },
    },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return row?.id ?? null;
}

export type Member = { memory_id: string; side: string; statement_sha256: string };

export async function insertConflict(
  tx: Db,
  {
    organization_id,
    actor,
    members,
    now,
    ...rest
  }: Tenant & {
    key: string;
    rule: Conflict["rule"];
    subject: string;
    explanation: string;
    session_id: string | null;
    actor: ActorRef;
    members: readonly Member[];
    now: Date;
  },
): Promise<void> {
  const id = newId();
  await tx.memory_conflict.create({
    data: {
      organization_id,
      id,
      ...rest,
      found_at: now,
      ...actorColumns("found_by", actor),
    },
  });
  await insertMembers(tx, { organization_id, conflict_id: id, members });
}

export async function insertMembers(
  tx: Db,
  { organization_id, conflict_id, members }: Tenant & { conflict_id: string; members: readonly Member[] },
): Promise<void> {
  await tx.memory_conflict_member.createMany({
    data: members.map((member) => ({ organization_id, conflict_id, ...member })),
    skipDuplicates: true,
  });
}

/** @throws AppError conflict when it is not of this version any more. */
export async function decideConflict(
  tx: Db,
  {
    organization_id,
    conflict,
    decision,
    kept_id,
    reason,
    steps,
    actor,
    now,
  }: Tenant & {
    conflict: Pick<Conflict, "id" | "version">;
    decision: Conflict["decision"];
    kept_id: string | null;
    reason: string | null;
    steps: readonly Step[];
    actor: ActorRef;
    now: Date;
  },
): Promise<void> {
  const { count } = await tx.memory_conflict.updateMany({
    where: { organization_id, id: conflict.id, version: conflict.version, status: "open" },
    data: {
      status: decision === "both_hold" ? "dismissed" : "resolved",
      decision,
      kept_id,
      reason,
      decided_at: now,
      steps: steps.map((step) => ({ ...step })),
      version: { increment: 1 },
      ...actorColumns("decided_by", actor),
    },
  });
  if (count === 0) throw changed();
}

const changed = () => new AppError("conflict", "Somebody decided on this conflict meanwhile; read it again.");

/** @throws AppError conflict when it is not of this version any more. */
export async function reopenConflict(
  tx: Db,
  { organization_id, conflict }: Tenant & { conflict: Pick<Conflict, "id" | "version"> },
): Promise<void> {
  const { count } = await tx.memory_conflict.updateMany({
    where: { organization_id, id: conflict.id, version: conflict.version, status: { not: "open" } },
    data: {
      status: "open",
      decision: null,
      kept_id: null,
      reason: null,
      decided_at: null,
      steps: [],
      ...actorColumns("decided_by", null),
      version: { increment: 1 },
    },
  });
  if (count === 0) throw changed();
}

export async function findStepsOfConflict(
  db: Db,
  { organization_id, conflict_id }: Tenant & { conflict_id: string },
): Promise<Step[]> {
  const row = await db.memory_conflict.findFirst({
    where: { organization_id, id: conflict_id },
    select: { steps: true },
  });
  return toSteps(row?.steps);
}

function toSteps(json: unknown): Step[] {
  if (!Array.isArray(json)) return [];
  return json.flatMap((one: unknown) => {
    if (one === null || typeof one !== "object") return [];
    const { memory_id, event_id } = one as Record<string, unknown>;
    if (typeof memory_id === "string" && typeof event_id === "string") return [{ memory_id, event_id }];
    return [];
  });
}

export type Consolidated = { merged: number; promoted: number; ended: number; conflicts: number };

export async function insertConsolidation(
  tx: Db,
  {
    organization_id,
    session_id,
    actor,
    now,
    did,
    steps,
  }: Tenant & {
    session_id: string | null;
    actor: ActorRef;
    now: Date;
    did: Consolidated;
    steps: readonly Step[];
  },
): Promise<void> {
  await tx.consolidation.create({
    data: {
      organization_id,
      id: newId(),
      at: now,
      session_id,
      ...actorColumns("actor", actor),
      ...did,
      steps: steps.map((step) => ({ ...step })),
    },
  });
}

/** What consolidations of a session did in all. */
export async function sumConsolidations(
  db: Db,
  { organization_id, session_id }: Tenant & { session_id: string },
): Promise<Consolidated> {
  const { _sum } = await db.consolidation.aggregate({
    where: { organization_id, session_id },
    _sum: { merged: true, promoted: true, ended: true, conflicts: true },
  });
  return {
    merged: _sum.merged ?? 0,
    promoted: _sum.promoted ?? 0,
    ended: _sum.ended ?? 0,
    conflicts: _sum.conflicts ?? 0,
  };
}
