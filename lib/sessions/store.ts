import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { ActorRef } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { decodeCursor, type Page, toPage } from "@/lib/kernel/pagination";
import {
  SESSION_HOOKS,
  type Session,
  type SessionReport,
  type SessionStep,
  sessionReportSchema,
} from "./contract";

type Tenant = { organization_id: string };
type Key = Tenant & { session_id: string };

const withRepository = {
  repository: { select: { id: true, name: true } },
} satisfies Prisma.agent_sessionInclude;
type Row = Prisma.agent_sessionGetPayload<{ include: typeof withRepository }>;
type StepRow = Prisma.session_stepGetPayload<object>;

const ACTOR_KINDS = ["person", "agent", "job"] as const;

function toSession(row: Row): Session {
  const { id, session_id, client, repository, ref } = row;
  return {
    ...{ id, session_id, client, repository, ref },
    actor: {
      kind: ACTOR_KINDS.find((kind) => kind === row.actor_kind) ?? "agent",
      id: row.actor_id,
      name: row.actor_name,
    },
    started_at: row.started_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    stopped_at: row.stopped_at?.toISOString() ?? null,
    report: row.report === null ? null : sessionReportSchema.parse(row.report),
  };
}

function toStep(row: StepRow): SessionStep {
  const { id, agent_type, task, category, success, duration_seconds, memory_ids, learned, note } = row;
  return {
    ...{ id, agent_type, task, category, success, duration_seconds, memory_ids, learned, note },
    at: row.at.toISOString(),
    hook: SESSION_HOOKS.find((hook) => hook === row.hook) ?? "after_agent",
    latency_ms: row.latency_ms,
  };
}

/**
 * The session under this id, opened if it is new. What a later call knows and the first did not (the repository, the
 * commit) is filled in.
 */
export async function openSession(
  tx: Db,
  given: Key & {
    client: string;
    actor: ActorRef;
    repository_id: string | null;
    ref: string | null;
    now: Date;
  },
): Promise<void> {
  const { organization_id, session_id, client, actor, repository_id, ref, now } = given;
  await tx.agent_session.upsert({
    where: { organization_id_session_id: { organization_id, session_id } },
    create: {
      ...{ organization_id, id: newId(), session_id, client, repository_id, ref },
      ...{ actor_kind: actor.kind, actor_id: actor.id, actor_name: actor.name },
      started_at: now,
      last_seen_at: now,
    },
    update: {
      last_seen_at: now,
      ...(repository_id === null ? {} : { repository_id }),
      ...(ref === null ? {} : { ref }),
    },
  });
}

export async function insertStep(
  tx: Db,
  given: Key & { step: Omit<SessionStep, "id" | "at">; now: Date },
): Promise<void> {
  const { organization_id, session_id, step, now } = given;
  await tx.session_step.create({ data: { organization_id, id: newId(), session_id, at: now, ...step } });
}

export async function findSession(db: Db, key: Key): Promise<Session | null> {
  const row = await db.agent_session.findFirst({ where: key, include: withRepository });
  return row && toSession(row);
}

export async function listSteps(db: Db, key: Key): Promise<SessionStep[]> {
  const rows = await db.session_step.findMany({ where: key, orderBy: [{ at: "asc" }, { id: "asc" }] });
  return rows.map(toStep);
}

export async function closeSession(tx: Db, given: Key & { report: SessionReport; now: Date }): Promise<void> {
  const { organization_id, session_id, report, now } = given;
  await tx.agent_session.updateMany({
    where: { organization_id, session_id },
    data: { stopped_at: now, last_seen_at: now, report },
  });
}

export async function listSessions(
  db: Db,
  given: Tenant & {
    visible_repository_ids: readonly string[] | null;
    repository_id?: string | undefined;
    client?: string | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<Page<Session>> {
  const { organization_id, visible_repository_ids: visible, repository_id, client, cursor, limit } = given;
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const where: Prisma.agent_sessionWhereInput = {
    organization_id,
    ...(visible === null ? {} : { OR: [{ repository_id: null }, { repository_id: { in: [...visible] } }] }),
    ...(client === undefined ? {} : { client }),
    ...(repository_id === undefined ? {} : { AND: [{ repository_id }] }),
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
