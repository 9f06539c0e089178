import { actorColumns, readActor } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { among } from "@/lib/kernel/ids";
import { oneOfOr } from "@/lib/kernel/one-of";
import { afterCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import { noCitations } from "../citations/queries";
import type { Visible } from "../citations/rows";
import {
  type CitationCounts,
  citationCountsSchema,
  type RepositoryCheckRun,
  RUN_CAUSES,
  RUN_STATUSES,
} from "../contract";

const withRepositoryName = {
  repository: { select: { id: true, name: true } },
} satisfies Prisma.repository_checkInclude;

type RunRow = Prisma.repository_checkGetPayload<{ include: typeof withRepositoryName }>;

function toRun(row: RunRow): RepositoryCheckRun {
  return {
    id: row.id,
    repository: row.repository,
    cause: oneOfOr(RUN_CAUSES, row.cause, "request"),
    status: oneOfOr(RUN_STATUSES, row.status, "failed"),
    memories: row.memory_ids.length === 0 ? null : row.memory_ids.length,
    commit: row.commit_sha ?? row.commit_wanted,
    total: row.total,
    done: row.done,
    counts: { ...noCitations(), ...citationCountsSchema.partial().catch({}).parse(row.counts) },
    error: row.error,
    requested_by: readActor(row, "requested_by"),
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

/** A run as those see it who work on it. */
export type OpenRun = {
  run: RepositoryCheckRun;
  status: string;
  everything: boolean;
  memory_ids: string[];
  commit_wanted: string | null;
  commit_sha: string | null;
  cursor: string | null;
  attempts: number;
  alive_at: Date | null;
};

/** The runs over a repository that have not ended, oldest first. */
export async function findOpenRuns(
  db: Db,
  { organization_id, repository_id }: Tenant & { repository_id: string },
): Promise<OpenRun[]> {
  const rows = await db.repository_check.findMany({
    where: { organization_id, repository_id, status: { in: ["waiting", "running"] } },
    include: withRepositoryName,
    orderBy: { id: "asc" },
  });
  return rows.map((row) => {
    const { status, everything, memory_ids, commit_wanted, commit_sha, cursor, attempts, alive_at } = row;
    return {
      run: toRun(row),
      status,
      everything,
      memory_ids,
      commit_wanted,
      commit_sha,
      cursor,
      attempts,
      alive_at,
    };
  });
}

export async function insertRun(
  db: Db,
  {
    requested_by,
    memory_ids,
    now,
    ...row
  }: Tenant & {
    id: string;
    repository_id: string;
    cause: RepositoryCheckRun["cause"];
    everything: boolean;
    memory_ids: readonly string[];
    commit_wanted: string | null;
    requested_by: ActorRef;
    now: Date;
  },
): Promise<RepositoryCheckRun> {
  return toRun(
    await db.repository_check.create({
      data: {
        ...row,
        memory_ids: [...memory_ids],
        ...actorColumns("requested_by", requested_by),
        created_at: now,
      },
      include: withRepositoryName,
    }),
  );
}

type RunChange = Partial<
  Pick<RunRow, "status" | "everything" | "commit_sha" | "total" | "done" | "cursor" | "attempts" | "error"> &
    Pick<RunRow, "claim" | "alive_at" | "started_at" | "finished_at">
> & { counts?: CitationCounts };

/** Changes a run; with `of_claim`, only while it is held by that claim. @returns whether it was changed. */
export async function updateRun(
  db: Db,
  { organization_id, id, of_claim, ...data }: Tenant & { id: string; of_claim?: string } & RunChange,
): Promise<boolean> {
  const { count } = await db.repository_check.updateMany({
    where: { organization_id, id, claim: of_claim },
    data,
  });
  return count === 1;
}

export async function findRun(
  db: Db,
  { organization_id, check_id }: Tenant & { check_id: string },
): Promise<RepositoryCheckRun | null> {
  const row = await db.repository_check.findUnique({
    where: { organization_id_id: { organization_id, id: check_id } },
    include: withRepositoryName,
  });
  return row && toRun(row);
}

export async function listRuns(
  db: Db,
  {
    organization_id,
    cursor,
    limit,
    repository_ids,
    repository_id,
    open,
  }: Tenant & Paging & Visible & { repository_id?: string; open?: boolean },
): Promise<Page<RepositoryCheckRun>> {
  const isOpen = { in: ["waiting", "running"] };
  const where: Prisma.repository_checkWhereInput = {
    organization_id,
    AND: [
      { repository_id: among(repository_ids) },
      { repository_id },
      open === undefined ? {} : { status: open ? isOpen : { notIn: isOpen.in } },
    ],
  };
  const [rows, total] = await Promise.all([
    db.repository_check.findMany({
      where: { ...where, ...afterCursor(cursor) },
      include: withRepositoryName,
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.repository_check.count({ where }),
  ]);
  return toPage(rows.map(toRun), limit, total, (run) => ({ at: run.created_at, id: run.id }));
}
