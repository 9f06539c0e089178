import { actorColumns, toActorKind } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { oneOf } from "@/lib/kernel/one-of";
import { earlierThanCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import { rowReader } from "@/lib/kernel/rows";
import {
  FAILURE_STATUSES,
  type IterationInput,
  type Task,
  type TaskDetail,
  type TaskStatus,
  taskIterationSchema,
  taskSchema,
} from "../contract";

const readTask = rowReader(taskSchema);
const readIteration = rowReader(taskIterationSchema);

const withRepository = { repository: { select: { id: true, name: true } } } as const;

const toTask = (row: Prisma.task_recordGetPayload<{ include: typeof withRepository }>): Task =>
  readTask({ ...row, created_by_kind: toActorKind(row.created_by_kind) });

type InRepository = Tenant & { repository_id: string | null };

/** The task of this id in this repository. */
export async function findTaskByClientId(
  db: Db,
  { organization_id, repository_id, task_id }: InRepository & { task_id: string },
): Promise<Task | null> {
  const row = await db.task_record.findFirst({
    where: { organization_id, repository_id, task_id },
    include: withRepository,
  });
  return row && toTask(row);
}

export async function findTask(
  db: Db,
  { organization_id, id }: Tenant & { id: string },
): Promise<Task | null> {
  const row = await db.task_record.findFirst({ where: { organization_id, id }, include: withRepository });
  return row && toTask(row);
}

/** Makes the task unless it is there; two at once make one. */
export async function insertTask(
  db: Db,
  {
    organization_id,
    repository_id,
    task_id,
    description,
    session_id,
    actor,
    now,
  }: InRepository & {
    task_id: string;
    description: string;
    session_id: string | null;
    actor: ActorRef;
    now: Date;
  },
): Promise<void> {
  await db.task_record.createMany({
    data: [
      {
        organization_id,
        id: newId(),
        repository_id,
        task_id,
        description,
        status: "open",
        session_id,
        ...actorColumns("created_by", actor),
        created_at: now,
        updated_at: now,
      },
    ],
    skipDuplicates: true,
  });
}

export async function updateTask(
  db: Db,
  {
    organization_id,
    id,
    description,
    status,
    session_id,
    now,
  }: Tenant & {
    id: string;
    description?: string | undefined;
    status?: TaskStatus | undefined;
    session_id?: string | undefined;
    now: Date;
  },
): Promise<void> {
  const data: Prisma.task_recordUncheckedUpdateManyInput = { updated_at: now };
  if (description !== undefined) data.description = description;
  if (session_id !== undefined) data.session_id = session_id;
  if (status !== undefined) {
    data.status = status;
    data.finished_at = status === "open" ? null : now;
  }
  await db.task_record.updateMany({ where: { organization_id, id }, data });
}

export async function putIterations(
  db: Db,
  {
    organization_id,
    task_record_id,
    iterations,
    now,
  }: Tenant & { task_record_id: string; iterations: readonly IterationInput[]; now: Date },
): Promise<void> {
  for (const { number, phase, patterns_found, patterns_used, output } of iterations) {
    const said = { patterns_found, patterns_used, output: output ?? null };
    await db.task_iteration.upsert({
      where: {
        organization_id_task_record_id_number_phase: { organization_id, task_record_id, number, phase },
        organization_id,
      },
      create: { organization_id, id: newId(), task_record_id, number, phase, at: now, ...said },
      update: said,
    });
  }
}

/** Notes which patterns a task used; those noted before keep their time. */
export async function putUses(
  db: Db,
  {
    organization_id,
    task_record_id,
    pattern_ids,
    now,
  }: Tenant & { task_record_id: string; pattern_ids: readonly string[]; now: Date },
): Promise<void> {
  if (pattern_ids.length === 0) return;
  await db.pattern_use.createMany({
    data: pattern_ids.map((pattern_id) => ({ organization_id, pattern_id, task_record_id, used_at: now })),
    skipDuplicates: true,
  });
}

const MOST_SHOWN = 100;

/** What happened in a task: its iterations, the patterns it used and the failures it met. */
export async function findTaskDetail(
  db: Db,
  {
    organization_id,
    task,
    visible_repository_ids,
  }: Tenant & { task: Task; visible_repository_ids: readonly string[] | null },
): Promise<TaskDetail> {
  const of_task = { organization_id, task_record_id: task.id };
  const visible =
    visible_repository_ids === null
      ? {}
      : { OR: [{ repository_id: null }, { repository_id: { in: [...visible_repository_ids] } }] };
  const [iterations, uses, occurrences] = await Promise.all([
    db.task_iteration.findMany({ where: of_task, orderBy: [{ number: "asc" }, { phase: "asc" }] }),
    db.pattern_use.findMany({
      where: { ...of_task, pattern: visible },
      include: { pattern: { select: { problem_type: true, description: true } } },
      orderBy: [{ used_at: "asc" }, { pattern_id: "asc" }],
      take: MOST_SHOWN,
    }),
    db.failure_occurrence.findMany({
      where: { ...of_task, ...visible },
      include: { failure: { select: { signature: true, status: true } } },
      orderBy: [{ at: "asc" }, { id: "asc" }],
      take: MOST_SHOWN,
    }),
  ]);
  return {
    ...task,
    iterations: iterations.map(readIteration),
    patterns: uses.map(({ pattern_id, used_at, pattern }) => ({
      id: pattern_id,
      ...pattern,
      used_at: used_at.toISOString(),
    })),
    failures: occurrences.map(({ failure_id, failure, iteration, at }) => ({
      failure_id,
      signature: failure.signature,
      status: oneOf(FAILURE_STATUSES, failure.status),
      iteration,
      at: at.toISOString(),
    })),
  };
}

export async function listTasks(
  db: Db,
  {
    organization_id,
    visible_repository_ids,
    repository_id,
    status,
    task_id,
    cursor,
    limit,
  }: Tenant &
    Paging & {
      visible_repository_ids: readonly string[] | null;
      repository_id?: string | undefined;
      status?: TaskStatus | undefined;
      task_id?: string | undefined;
    },
): Promise<Page<Task>> {
  const conditions: Prisma.task_recordWhereInput[] = [];
  if (visible_repository_ids !== null)
    conditions.push({
      OR: [{ repository_id: null }, { repository_id: { in: [...visible_repository_ids] } }],
    });
  if (repository_id !== undefined) conditions.push({ repository_id });
  if (status !== undefined) conditions.push({ status });
  if (task_id !== undefined) conditions.push({ task_id });
  const where = { organization_id, AND: conditions };
  const [rows, total] = await Promise.all([
    db.task_record.findMany({
      where: { ...where, ...earlierThanCursor("updated_at", cursor) },
      include: withRepository,
      orderBy: [{ updated_at: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
    db.task_record.count({ where }),
  ]);
  return toPage(rows.map(toTask), limit, total, ({ updated_at, id }) => ({ at: updated_at, id }));
}

export async function insertSearch(
  db: Db,
  {
    organization_id,
    repository_id,
    task_record_id,
    phase,
    found,
    now,
  }: InRepository & { task_record_id: string | null; phase: string; found: number; now: Date },
): Promise<void> {
  await db.task_search.create({
    data: { organization_id, id: newId(), repository_id, task_record_id, phase, found, at: now },
  });
}
