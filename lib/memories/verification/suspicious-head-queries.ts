import { actorColumns, readActorOrNull } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { among, newId } from "@/lib/kernel/ids";
import { oneOfOr } from "@/lib/kernel/one-of";
import { afterCursor, type Page, type Paging, positionOf, toPage } from "@/lib/kernel/pagination";
import {
  type HeldCitation,
  heldCitationSchema,
  SUSPICIOUS_HEAD_STATUSES,
  type SuspiciousHead,
} from "../contract";

type OfRepository = Tenant & { repository_id: string };
type AtCommit = OfRepository & { commit: string };

const withRepository = {
  repository: { select: { id: true, name: true } },
} satisfies Prisma.suspicious_headInclude;

function toHead(row: Prisma.suspicious_headGetPayload<{ include: typeof withRepository }>): SuspiciousHead {
  return {
    id: row.id,
    repository: row.repository,
    commit_sha: row.commit_sha,
    status: oneOfOr(SUSPICIOUS_HEAD_STATUSES, row.status, "open"),
    memories: row.memories,
    in_service: row.in_service,
    since: row.since.toISOString(),
    found_at: row.found_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: readActorOrNull(row, "decided_by"),
  };
}

export async function findHead(
  db: Db,
  { organization_id, head_id }: Tenant & { head_id: string },
): Promise<SuspiciousHead | null> {
  const row = await db.suspicious_head.findUnique({
    where: { organization_id_id: { organization_id, id: head_id } },
    include: withRepository,
  });
  return row && toHead(row);
}

export async function findHeadAt(
  db: Db,
  { organization_id, repository_id, commit }: AtCommit,
): Promise<SuspiciousHead | null> {
  const row = await db.suspicious_head.findFirst({
    where: { organization_id, repository_id, commit_sha: commit },
    include: withRepository,
  });
  return row && toHead(row);
}

export async function listHeads(
  db: Db,
  {
    organization_id,
    cursor,
    limit,
    repository_ids,
    repository_id,
    head_id,
    status,
  }: Tenant &
    Paging & {
      repository_ids: readonly string[] | null;
      repository_id?: string;
      head_id?: string;
      status?: readonly SuspiciousHead["status"][];
    },
): Promise<Page<SuspiciousHead>> {
  const where: Prisma.suspicious_headWhereInput = {
    organization_id,
    AND: [{ repository_id: among(repository_ids) }, { repository_id, id: head_id, status: among(status) }],
  };
  const [rows, total] = await Promise.all([
    db.suspicious_head.findMany({
      where: { ...where, ...afterCursor(cursor) },
      include: withRepository,
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.suspicious_head.count({ where }),
  ]);
  return toPage(rows.map(toHead), limit, total, ({ found_at, id }) => ({ at: found_at, id }));
}

/** Open heads of a repository at other commits, oldest first. */
export async function findOpenHeadsBesides(
  db: Db,
  { organization_id, repository_id, commit }: AtCommit,
): Promise<SuspiciousHead[]> {
  const rows = await db.suspicious_head.findMany({
    where: { organization_id, repository_id, status: "open", commit_sha: { not: commit } },
    include: withRepository,
    orderBy: { id: "asc" },
  });
  return rows.map(toHead);
}

/** Keeps a commit as suspicious, or confirms it; one that was passed by is open again. */
export async function putHead(
  db: Db,
  {
    organization_id,
    repository_id,
    commit,
    status,
    memories,
    in_service,
    since,
    decided_by,
    now,
  }: AtCommit & {
    status: "open" | "confirmed";
    memories: number;
    in_service: number;
    since: Date;
    decided_by: ActorRef | null;
    now: Date;
  },
): Promise<void> {
  const data = {
    status,
    memories,
    in_service,
    since,
    decided_at: decided_by && now,
    ...actorColumns("decided_by", decided_by),
  };
  const key = { organization_id, repository_id, commit_sha: commit };
  await db.suspicious_head.upsert({
    where: { organization_id_repository_id_commit_sha: key },
    create: { ...key, ...data, id: newId(), found_at: now },
    update: data,
  });
}

/** Decides on a head. @returns false when it was decided already. */
export async function decideHead(
  db: Db,
  {
    organization_id,
    head_id,
    status,
    actor,
    now,
  }: Tenant & { head_id: string; status: "confirmed" | "dismissed" | "passed"; actor: ActorRef; now: Date },
): Promise<boolean> {
  const { count } = await db.suspicious_head.updateMany({
    where: { organization_id, id: head_id, status: "open" },
    data: {
      status,
      decided_at: now,
      ...actorColumns("decided_by", actor),
    },
  });
  return count === 1;
}

export type Held = {
  memory_id: string;
  verdict: "drifted" | "missing";
  citations: readonly HeldCitation[];
};

/** Keeps verdicts beside those on record; the latest of each memory counts. */
export async function putHeld(
  db: Db,
  { organization_id, repository_id, commit, held, now }: AtCommit & { held: readonly Held[]; now: Date },
): Promise<void> {
  await deleteHeld(db, {
    organization_id,
    repository_id,
    commit,
    memory_ids: held.map(({ memory_id }) => memory_id),
  });
  await db.held_verdict.createMany({
    data: held.map(({ memory_id, verdict, citations }) => ({
      organization_id,
      repository_id,
      commit_sha: commit,
      memory_id,
      verdict,
      citations: [...citations],
      held_at: now,
    })),
  });
}

export async function deleteHeld(
  db: Db,
  { organization_id, repository_id, commit, memory_ids }: AtCommit & { memory_ids?: readonly string[] },
): Promise<void> {
  await db.held_verdict.deleteMany({
    where: {
      organization_id,
      repository_id,
      commit_sha: commit,
      memory_id: among(memory_ids),
    },
  });
}

export async function heldMemoryIds(
  db: Db,
  { organization_id, repository_id, commit }: AtCommit,
): Promise<string[]> {
  const rows = await db.held_verdict.findMany({
    where: { organization_id, repository_id, commit_sha: commit },
    select: { memory_id: true },
    orderBy: { memory_id: "asc" },
  });
  return rows.map(({ memory_id }) => memory_id);
}

export type HeldPage = Page<Held & { held_at: string }>;

export async function listHeld(
  db: Db,
  { organization_id, repository_id, commit, cursor, limit }: AtCommit & Paging,
): Promise<HeldPage> {
  const after = positionOf(cursor);
  const where = {
    organization_id,
    repository_id,
    commit_sha: commit,
    memory: { deleted_at: null },
  } satisfies Prisma.held_verdictWhereInput;
  const [rows, total] = await Promise.all([
    db.held_verdict.findMany({
      where: { ...where, ...(after && { memory_id: { gt: after.id } }) },
      orderBy: { memory_id: "asc" },
      take: limit + 1,
    }),
    db.held_verdict.count({ where }),
  ]);
  const items = rows.map((row) => ({
    memory_id: row.memory_id,
    verdict: row.verdict === "missing" ? ("missing" as const) : ("drifted" as const),
    citations: heldCitationSchema.array().parse(row.citations),
    held_at: row.held_at.toISOString(),
  }));
  return toPage(items, limit, total, ({ held_at, memory_id }) => ({ at: held_at, id: memory_id }));
}

export async function setCheckedRules(
  db: Db,
  { organization_id, repository_id, rules }: OfRepository & { rules: number },
): Promise<void> {
  await db.repository.updateMany({
    where: { organization_id, id: repository_id },
    data: { checked_rules: rules },
  });
}

/** Repositories in which what checks took out of service was last checked under older rules. */
export async function repositoriesOfOlderRules(
  db: Db,
  { organization_id, rules }: Tenant & { rules: number },
): Promise<string[]> {
  const rows = await db.repository.findMany({
    where: { organization_id, checked_rules: { lt: rules } },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id }) => id);
}
