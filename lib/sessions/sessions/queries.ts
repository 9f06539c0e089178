import { actorColumns } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { inText } from "@/lib/db/words";
import type { Actor, ActorRef, Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { earlierThanCursor, type Page, toPage } from "@/lib/kernel/pagination";
import { rowReader } from "@/lib/kernel/rows";
import { searchedWords } from "@/lib/text/searched-words";
import {
  SESSION_ENDS,
  SESSION_HOOKS,
  type SESSION_OUTCOMES,
  type Session,
  type SessionEnd,
  type SessionReport,
  type SessionStep,
  sessionSchema,
  sessionStepSchema,
} from "../contract";

type Key = Tenant & { session_id: string };

const withRepository = {
  repository: { select: { id: true, name: true } },
  _count: { select: { steps: { where: { success: false } } } },
} satisfies Prisma.agent_sessionInclude;

type Row = Prisma.agent_sessionGetPayload<{ include: typeof withRepository }>;

type StepRow = Prisma.session_stepGetPayload<object>;

export const ACTOR_KINDS = ["person", "agent", "job"] as const;

const readSession = rowReader(sessionSchema);

const readStep = rowReader(sessionStepSchema);

function toSession(row: Row): Session {
  return readSession({
    ...row,
    actor_kind: ACTOR_KINDS.find((kind) => kind === row.actor_kind) ?? "agent",
    ended_by: SESSION_ENDS.find((end) => end === row.ended_by) ?? null,
    failures: row._count.steps,
  });
}

function toStep(row: StepRow): SessionStep {
  return readStep({ ...row, hook: SESSION_HOOKS.find((hook) => hook === row.hook) ?? "after_agent" });
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
      ...actorColumns("actor", actor),
      started_at: now,
      last_seen_at: now,
    },
    update: {
      last_seen_at: now,
      ...(reopens && { ended_at: null, ended_by: null }),
      repository_id: repository_id ?? undefined,
      ref: ref ?? undefined,
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

/** The repository of a session; null for one without and for one that nobody opened. */
export async function findRepositoryId(db: Db, { organization_id, session_id }: Key): Promise<string | null> {
  const row = await db.agent_session.findUnique({
    where: { organization_id_session_id: { organization_id, session_id } },
    select: { repository_id: true },
  });
  return row?.repository_id ?? null;
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
      ...(end !== "silence" && { stopped_at: now, last_seen_at: now }),
      ...(end !== null && { ended_at: now, ended_by: end }),
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

/** All words in what names a session, or all in one task of it. */
function holdingWords(q: string | undefined): Prisma.agent_sessionWhereInput {
  const texts = searchedWords(q ?? "").map(inText);
  if (texts.length === 0) return {};
  const named = texts.map((text) => ({ OR: [{ session_id: text }, { actor_name: text }, { client: text }] }));
  return { OR: [{ AND: named }, { steps: { some: { AND: texts.map((task) => ({ task })) } } }] };
}

function visibleTo({
  kind,
  id,
  repository_ids,
}: Pick<Actor, "kind" | "id" | "repository_ids">): Prisma.agent_sessionWhereInput {
  if (repository_ids === null) return {};
  const own = { repository_id: null, actor_kind: kind, actor_id: id };
  return { OR: [own, { repository_id: { in: [...repository_ids] } }] };
}

export async function listSessions(
  db: Db,
  params: Tenant & {
    /** Who asks; see `maySeeSession`. */
    actor: Pick<Actor, "kind" | "id" | "repository_ids">;
    repository_id?: string;
    q?: string;
    client?: string;
    agent?: string;
    outcome?: (typeof SESSION_OUTCOMES)[number];
    after?: string;
    before?: string;
    cursor?: string;
    limit: number;
  },
): Promise<Page<Session>> {
  const { organization_id, actor, repository_id, client, cursor, limit } = params;
  const { agent, outcome } = params;
  const where: Prisma.agent_sessionWhereInput = {
    organization_id,
    client,
    AND: [visibleTo(actor), { repository_id }, holdingWords(params.q)],
    actor_name: agent,
    ...(outcome === undefined ? {} : OUTCOMES[outcome]),
    last_seen_at: {
      gte: params.after,
      lt: params.before,
    },
  };
  const [rows, total] = await Promise.all([
    db.agent_session.findMany({
      where: { AND: [where, earlierThanCursor("last_seen_at", cursor)], organization_id },
      include: withRepository,
      orderBy: [{ last_seen_at: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
    db.agent_session.count({ where }),
  ]);
  return toPage(rows.map(toSession), limit, total, ({ last_seen_at, id }) => ({ at: last_seen_at, id }));
}
