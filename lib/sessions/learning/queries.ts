import { z } from "zod";
import type { Db } from "@/lib/db/client";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { PERMISSIONS, ROLES } from "@/lib/kernel/permissions";
import { READING_STATES } from "../contract";
import { ACTOR_KINDS } from "../sessions/queries";

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
export async function recordLearned(
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
