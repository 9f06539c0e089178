import { z } from "zod";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Actor, ActorRef } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { decodeCursor, type Page, toPage } from "@/lib/kernel/pagination";
import { PERMISSIONS, ROLES } from "@/lib/kernel/permissions";
import {
  READING_STATES,
  SESSION_ENDS,
  SESSION_HOOKS,
  type SESSION_OUTCOMES,
  type Session,
  type SessionEnd,
  type SessionReport,
  type SessionStep,
  sessionReportSchema,
} from "./contract";

type Tenant = { organization_id: string };
type Key = Tenant & { session_id: string };

const withRepository = {
  repository: { select: { id: true, name: true } },
  _count: { select: { steps: { where: { success: false } } } },
} satisfies Prisma.agent_sessionInclude;
type Row = Prisma.agent_sessionGetPayload<{ include: typeof withRepository }>;
type StepRow = Prisma.session_stepGetPayload<object>;

const ACTOR_KINDS = ["person", "agent", "job"] as const;

function toSession(row: Row): Session {
  const { id, session_id, client, repository, ref } = row;
  return {
    id,
    session_id,
    client,
    repository,
    ref,
    actor: {
      kind: ACTOR_KINDS.find((kind) => kind === row.actor_kind) ?? "agent",
      id: row.actor_id,
      name: row.actor_name,
    },
    started_at: row.started_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    stopped_at: row.stopped_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    ended_by: SESSION_ENDS.find((end) => end === row.ended_by) ?? null,
    failures: row._count.steps,
    report: row.report === null ? null : sessionReportSchema.parse(row.report),
  };
}

function toStep(row: StepRow): SessionStep {
  const { id, agent_type, task, category, success, duration_seconds, memory_ids, learned, note } = row;
  return {
    id,
    agent_type,
    task,
    category,
    success,
    duration_seconds,
    memory_ids,
    learned,
    note,
    at: row.at.toISOString(),
    hook: SESSION_HOOKS.find((hook) => hook === row.hook) ?? "after_agent",
    latency_ms: row.latency_ms,
  };
}

/**
 * The session under this id, opened if it is new. What a later call knows and the first did not (the repository, the
 * commit) is filled in. One that has ended is open again, unless the call is of what came before its end and arrives
 * late (`reopens: false`). The row is locked until the transaction ends. @returns whether the session has ended.
 */
export async function openSession(
  tx: Db,
  {
    organization_id,
    session_id,
    client,
    actor,
    repository_id,
    ref,
    now,
    reopens,
  }: Key & {
    client: string;
    actor: ActorRef;
    repository_id: string | null;
    ref: string | null;
    now: Date;
    reopens: boolean;
  },
): Promise<boolean> {
  const { ended_at } = await tx.agent_session.upsert({
    where: { organization_id_session_id: { organization_id, session_id } },
    create: {
      organization_id,
      id: newId(),
      session_id,
      client,
      repository_id,
      ref,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      started_at: now,
      last_seen_at: now,
    },
    update: {
      last_seen_at: now,
      ...(reopens ? { ended_at: null, ended_by: null } : {}),
      ...(repository_id === null ? {} : { repository_id }),
      ...(ref === null ? {} : { ref }),
    },
    select: { ended_at: true },
  });
  return ended_at !== null;
}

/** Waits for what other calls write of a session, and keeps them waiting until the transaction ends. */
export async function lockSession(tx: Db, { organization_id, session_id }: Key): Promise<void> {
  await tx.agent_session.updateMany({
    where: { organization_id, session_id },
    data: { session_id },
  });
}

export async function insertStep(
  tx: Db,
  { organization_id, session_id, step, now }: Key & { step: Omit<SessionStep, "id" | "at">; now: Date },
): Promise<string> {
  const id = newId();
  await tx.session_step.create({ data: { organization_id, id, session_id, at: now, ...step } });
  return id;
}

export async function findSession(db: Db, key: Key): Promise<Session | null> {
  const row = await db.agent_session.findFirst({ where: key, include: withRepository });
  return row && toSession(row);
}

export async function listSteps(db: Db, key: Key): Promise<SessionStep[]> {
  const rows = await db.session_step.findMany({ where: key, orderBy: [{ at: "asc" }, { id: "asc" }] });
  return rows.map(toStep);
}

/** Keeps the report of a stop. `end` says that no more is to come; a silent session was not seen now. */
export async function closeSession(
  tx: Db,
  {
    organization_id,
    session_id,
    report,
    end,
    now,
  }: Key & { report: SessionReport; end: SessionEnd | null; now: Date },
): Promise<void> {
  await tx.agent_session.updateMany({
    where: { organization_id, session_id },
    data: {
      report,
      ...(end === "silence" ? {} : { stopped_at: now, last_seen_at: now }),
      ...(end === null ? {} : { ended_at: now, ended_by: end }),
    },
  });
}

/** Replaces the report of a session that has stopped. */
export async function putReport(
  tx: Db,
  { organization_id, session_id, report }: Key & { report: SessionReport },
): Promise<void> {
  await tx.agent_session.updateMany({ where: { organization_id, session_id }, data: { report } });
}

/** Open sessions of which nothing was heard since a moment, the longest silent first. */
export async function findSilent(
  db: Db,
  { organization_id, before, limit }: Tenant & { before: Date; limit: number },
): Promise<string[]> {
  const rows = await db.agent_session.findMany({
    where: { organization_id, ended_at: null, last_seen_at: { lt: before } },
    select: { session_id: true },
    orderBy: { last_seen_at: "asc" },
    take: limit,
  });
  return rows.map(({ session_id }) => session_id);
}

/** What consolidations of a session did, oldest first. */
export async function listConsolidations(db: Db, key: Key) {
  return db.consolidation.findMany({
    where: key,
    select: { at: true, merged: true, promoted: true, ended: true, conflicts: true },
    orderBy: [{ at: "asc" }, { id: "asc" }],
  });
}

const OUTCOMES: Record<(typeof SESSION_OUTCOMES)[number], Prisma.agent_sessionWhereInput> = {
  open: { ended_at: null },
  ended: { ended_at: { not: null }, ended_by: { not: "silence" } },
  silent: { ended_by: "silence" },
  failed: { steps: { some: { success: false } } },
};

export async function listSessions(
  db: Db,
  params: Tenant & {
    visible_repository_ids: readonly string[] | null;
    repository_id?: string | undefined;
    client?: string | undefined;
    agent?: string | undefined;
    outcome?: (typeof SESSION_OUTCOMES)[number] | undefined;
    after?: string | undefined;
    before?: string | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<Page<Session>> {
  const { organization_id, visible_repository_ids: visible, repository_id, client, cursor, limit } = params;
  const { agent, outcome } = params;
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const where: Prisma.agent_sessionWhereInput = {
    organization_id,
    ...(visible === null ? {} : { OR: [{ repository_id: null }, { repository_id: { in: [...visible] } }] }),
    ...(client === undefined ? {} : { client }),
    ...(repository_id === undefined ? {} : { AND: [{ repository_id }] }),
    ...(agent === undefined ? {} : { actor_name: agent }),
    ...(outcome === undefined ? {} : OUTCOMES[outcome]),
    last_seen_at: {
      ...(params.after === undefined ? {} : { gte: params.after }),
      ...(params.before === undefined ? {} : { lt: params.before }),
    },
  };
  const [rows, total] = await Promise.all([
    db.agent_session.findMany({
      where: after
        ? {
            AND: [
              where,
              { OR: [{ last_seen_at: { lt: after.at } }, { last_seen_at: after.at, id: { lt: after.id } }] },
            ],
            organization_id,
          }
        : where,
      include: withRepository,
      orderBy: [{ last_seen_at: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
    db.agent_session.count({ where }),
  ]);
  return toPage(rows.map(toSession), limit, total, ({ last_seen_at, id }) => ({ at: last_seen_at, id }));
}

// Answers that a language model reads ------------------------------------------------------------------------

export type NewReading = {
  actor: Actor;
  agent_type: string;
  repository_id: string | null;
  /** The name of a repository that is not registered, in which the answer was given. */
  pending_repository: string | null;
  session_id: string | null;
  category: string;
  task: string | null;
  success: boolean;
  duration_seconds: number | null;
  text: string;
  left_out: number;
};

/** `text` is null once it was read or nobody is to read it. */
export type Reading = Omit<NewReading, "text"> & {
  id: string;
  step_id: string | null;
  text: string | null;
  state: (typeof READING_STATES)[number];
  problem: string | null;
  finished_at: Date | null;
};

const actorSchema = z.object({
  kind: z.enum(ACTOR_KINDS),
  id: z.string(),
  name: z.string(),
  role: z.enum(ROLES).nullable(),
  permissions: z.array(z.enum(PERMISSIONS)),
  agent_types: z.array(z.string()).nullable(),
  repository_ids: z.array(z.string()).nullable(),
});

export async function insertReading(
  tx: Db,
  { actor, now, ...row }: NewReading & Tenant & { step_id: string | null; now: Date },
): Promise<string> {
  const { kind, id: actor_id, name, role, permissions, agent_types, repository_ids } = actor;
  const id = newId();
  await tx.answer_reading.create({
    data: {
      ...row,
      id,
      actor: {
        kind,
        id: actor_id,
        name,
        role,
        permissions: [...permissions],
        agent_types: agent_types && [...agent_types],
        repository_ids: repository_ids && [...repository_ids],
      },
      created_at: now,
    },
  });
  return id;
}

export async function findReading(
  db: Db,
  { organization_id, id }: Tenant & { id: string },
): Promise<Reading | null> {
  const row = await db.answer_reading.findFirst({ where: { organization_id, id } });
  if (!row) return null;
  const { permissions, ...actor } = actorSchema.parse(row.actor);
  return {
    ...row,
    actor: { ...actor, organization_id, permissions: new Set(permissions) },
    state: READING_STATES.find((state) => state === row.state) ?? "skipped",
  };
}

/** Says what became of a reading, whose text goes with it. @returns false when that was said before. */
export async function finishReading(
  db: Db,
  {
    organization_id,
    id,
    now,
    ...data
  }: Tenant & {
    id: string;
    state: "read" | "skipped";
    problem: string | null;
    model?: string;
    prompt_version?: string;
    refused?: Record<string, number>;
    now: Date;
  },
): Promise<boolean> {
  const { count } = await db.answer_reading.updateMany({
    where: { organization_id, id, state: { in: ["waiting", "failed"] } },
    data: { ...data, finished_at: now, text: null },
  });
  return count === 1;
}

/** Notes why an answer could not be read. It can be tried again: at once when `now` is null, else some time after it. */
export async function failReading(
  db: Db,
  { organization_id, id, problem, now }: Tenant & { id: string; problem: string; now: Date | null },
): Promise<void> {
  await db.answer_reading.updateMany({
    where: { organization_id, id, state: { in: ["waiting", "failed"] } },
    data: { state: "failed", problem, finished_at: now },
  });
}

/** Notes what was learned from a reading, also on the step that the answer is of. */
export async function keepLearned(
  tx: Db,
  {
    organization_id,
    id,
    step_id,
    memory_ids,
    learned,
  }: Tenant & { id: string; step_id: string | null; memory_ids: readonly string[]; learned: number },
): Promise<void> {
  await tx.answer_reading.updateMany({
    where: { organization_id, id },
    data: { memory_ids: [...memory_ids], learned },
  });
  if (step_id === null || memory_ids.length === 0) return;
  const step = await tx.session_step.findFirst({
    where: { organization_id, id: step_id },
    select: { memory_ids: true },
  });
  await tx.session_step.updateMany({
    where: { organization_id, id: step_id },
    data: {
      memory_ids: [...new Set([...(step?.memory_ids ?? []), ...memory_ids])],
      learned: { increment: learned },
    },
  });
}

/** Forgets answers that came before a moment, whatever became of them. */
export async function deleteReadings(
  db: Db,
  { organization_id, before }: Tenant & { before: Date },
): Promise<number> {
  const { count } = await db.answer_reading.deleteMany({
    where: { organization_id, created_at: { lt: before } },
  });
  return count;
}

/** Answers since a moment by what became of them, and what was learned from them. */
export async function countReadings(
  db: Db,
  { organization_id, since }: Tenant & { since: Date },
): Promise<Record<(typeof READING_STATES)[number] | "learned", number>> {
  const rows = await db.answer_reading.groupBy({
    by: ["state"],
    where: { organization_id, created_at: { gte: since } },
    _count: { _all: true },
    _sum: { learned: true },
  });
  const counts = { waiting: 0, read: 0, skipped: 0, failed: 0, learned: 0 };
  for (const { state, _count, _sum } of rows) {
    const known = READING_STATES.find((one) => one === state);
    if (known) counts[known] += _count._all;
    counts.learned += _sum.learned ?? 0;
  }
  return counts;
}
