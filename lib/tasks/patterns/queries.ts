import { actorColumns, toActorKind } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { countPatternUses } from "@/lib/db/sql/solution-figures";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { oneOf } from "@/lib/kernel/one-of";
import { afterCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import { rowReader } from "@/lib/kernel/rows";
import {
  PATTERN_STATUSES,
  type Pattern,
  type PatternStatus,
  patternSchema,
  TASK_STATUSES,
} from "../contract";
import { shareOf } from "../share";

type Seen = Tenant & { visible_repository_ids: readonly string[] | null };

const readPattern = rowReader(patternSchema);

const withRepository = { repository: { select: { id: true, name: true } } } as const;
type Row = Prisma.solution_patternGetPayload<{ include: typeof withRepository }>;

function visible(visible_repository_ids: readonly string[] | null): Prisma.solution_patternWhereInput {
  if (visible_repository_ids === null) return {};
  return { OR: [{ repository_id: null }, { repository_id: { in: [...visible_repository_ids] } }] };
}

async function toPatterns(db: Db, { organization_id }: Tenant, rows: readonly Row[]): Promise<Pattern[]> {
  const counts = await countPatternUses(db, { organization_id, pattern_ids: rows.map(({ id }) => id) });
  return rows.map((row) => {
    const { uses = 0, ended = 0, passed = 0 } = counts.get(row.id) ?? {};
    return readPattern({
      ...row,
      created_by_kind: toActorKind(row.created_by_kind),
      uses,
      success: shareOf(passed, ended),
    });
  });
}

/** Of these ids, those of patterns that the asker sees. */
export async function findVisiblePatternIds(
  db: Db,
  { organization_id, visible_repository_ids, ids }: Seen & { ids: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.solution_pattern.findMany({
    where: { organization_id, id: { in: [...ids] }, ...visible(visible_repository_ids) },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}

/** The patterns with these ids that the asker sees, in the order of the ids. */
export async function patternsByIds(
  db: Db,
  { ids, ...seen }: Seen & { ids: readonly string[] },
): Promise<(Pattern & { search_text: string })[]> {
  if (ids.length === 0) return [];
  const { organization_id, visible_repository_ids } = seen;
  const rows = await db.solution_pattern.findMany({
    where: { organization_id, id: { in: [...ids] }, ...visible(visible_repository_ids) },
    include: withRepository,
  });
  const patterns = await toPatterns(db, seen, rows);
  const byId = new Map(
    patterns.map((pattern, index) => [
      pattern.id,
      { ...pattern, search_text: rows[index]?.search_text ?? "" },
    ]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function findPattern(
  db: Db,
  { organization_id, id }: Tenant & { id: string },
): Promise<Pattern | null> {
  const row = await db.solution_pattern.findFirst({
    where: { organization_id, id },
    include: withRepository,
  });
  if (!row) return null;
  const [pattern] = await toPatterns(db, { organization_id }, [row]);
  return pattern ?? null;
}

/** The pattern of a repository with this template, in use or not. */
export async function findPatternByTemplate(
  db: Db,
  {
    organization_id,
    repository_id,
    template_sha256,
  }: Tenant & { repository_id: string | null; template_sha256: string },
): Promise<Pattern | null> {
  const row = await db.solution_pattern.findFirst({
    where: { organization_id, repository_id, template_sha256 },
    include: withRepository,
  });
  if (!row) return null;
  const [pattern] = await toPatterns(db, { organization_id }, [row]);
  return pattern ?? null;
}

export type NewPattern = {
  repository_id: string | null;
  task_record_id: string;
  problem_type: string;
  description: string;
  language: string | null;
  code: string;
  template: string;
  template_note: string | null;
  template_sha256: string;
  tests: string | null;
  dependencies: string[];
  path: string | null;
  line_start: number | null;
  line_end: number | null;
  commit_sha: string | null;
  search_text: string;
};

/** Stores a pattern unless its template is there. @returns its id, or null where another one had it. */
export async function insertPattern(
  db: Db,
  { organization_id, pattern, actor, now }: Tenant & { pattern: NewPattern; actor: ActorRef; now: Date },
): Promise<string | null> {
  const id = newId();
  const { count } = await db.solution_pattern.createMany({
    data: [
      {
        ...pattern,
        organization_id,
        id,
        status: "active",
        ...actorColumns("created_by", actor),
        created_at: now,
        updated_at: now,
      },
    ],
    skipDuplicates: true,
  });
  return count === 1 ? id : null;
}

export async function setPatternStatus(
  db: Db,
  {
    organization_id,
    id,
    status,
    reason,
    now,
  }: Tenant & { id: string; status: PatternStatus; reason: string | null; now: Date },
): Promise<void> {
  await db.solution_pattern.updateMany({
    where: { organization_id, id },
    data: { status, status_reason: reason, updated_at: now },
  });
}

/** A pattern that cites lines, with what a check needs of it. */
export type CitedPattern = Pick<
  Pattern,
  "id" | "repository" | "path" | "line_start" | "line_end" | "commit_sha" | "status"
>;

/** Patterns that cite lines and that nobody retired, after one of them; in the order of their ids. */
export async function findCitedPatterns(
  db: Db,
  { organization_id, after, limit }: Tenant & { after: string | null; limit: number },
): Promise<CitedPattern[]> {
  const rows = await db.solution_pattern.findMany({
    where: {
      organization_id,
      path: { not: null },
      repository_id: { not: null },
      status: { in: ["active", "drifted"] },
      ...(after !== null && { id: { gt: after } }),
    },
    select: {
      id: true,
      path: true,
      line_start: true,
      line_end: true,
      commit_sha: true,
      status: true,
      repository: withRepository.repository,
    },
    orderBy: { id: "asc" },
    take: limit,
  });
  return rows.map(({ status, ...row }) => ({ ...row, status: oneOf(PATTERN_STATUSES, status) }));
}

/** Moves a pattern from one status to another, unless somebody moved it meanwhile. @returns whether it was moved. */
export async function movePattern(
  db: Db,
  {
    organization_id,
    id,
    from,
    to,
    reason,
    now,
  }: Tenant & { id: string; from: PatternStatus; to: PatternStatus; reason: string | null; now: Date },
): Promise<boolean> {
  const { count } = await db.solution_pattern.updateMany({
    where: { organization_id, id, status: from },
    data: { status: to, status_reason: reason, updated_at: now },
  });
  return count === 1;
}

export async function listPatterns(
  db: Db,
  {
    repository_id,
    problem_type,
    dependency,
    status,
    cursor,
    limit,
    ...seen
  }: Seen &
    Paging & {
      repository_id?: string | undefined;
      problem_type?: string | undefined;
      dependency?: string | undefined;
      status?: PatternStatus | undefined;
    },
): Promise<Page<Pattern>> {
  const { organization_id, visible_repository_ids } = seen;
  const conditions: Prisma.solution_patternWhereInput[] = [visible(visible_repository_ids)];
  if (repository_id !== undefined) conditions.push({ repository_id });
  if (problem_type !== undefined) conditions.push({ problem_type });
  if (dependency !== undefined) conditions.push({ dependencies: { has: dependency } });
  if (status !== undefined) conditions.push({ status });
  const where = { organization_id, AND: conditions };
  const [rows, total] = await Promise.all([
    db.solution_pattern.findMany({
      where: { ...where, ...afterCursor(cursor) },
      include: withRepository,
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.solution_pattern.count({ where }),
  ]);
  const patterns = await toPatterns(db, seen, rows);
  return toPage(patterns, limit, total, ({ created_at, id }) => ({ at: created_at, id }));
}

const TASKS_SHOWN = 50;

/** The tasks that used a pattern, of those that the asker sees. */
export async function findTasksOfPattern(
  db: Db,
  { organization_id, visible_repository_ids, pattern_id }: Seen & { pattern_id: string },
) {
  const rows = await db.pattern_use.findMany({
    where: {
      organization_id,
      pattern_id,
      ...(visible_repository_ids !== null && {
        task: { OR: [{ repository_id: null }, { repository_id: { in: [...visible_repository_ids] } }] },
      }),
    },
    include: { task: { select: { task_id: true, status: true } } },
    orderBy: [{ used_at: "desc" }, { task_record_id: "desc" }],
    take: TASKS_SHOWN,
  });
  return rows.map(({ task_record_id, used_at, task }) => ({
    task_record_id,
    task_id: task.task_id,
    status: oneOf(TASK_STATUSES, task.status),
    used_at: used_at.toISOString(),
  }));
}
