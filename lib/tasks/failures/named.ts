import type { Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { invalidField } from "@/lib/kernel/errors";
import * as taskQueries from "../tasks/queries";

const AHEAD_MS = 5 * 60_000;

/** When something was seen. @throws AppError invalid_input for what is still to come. */
export function seenAt(at: string | undefined, { now, pointer }: { now: Date; pointer: string }): Date {
  if (at === undefined) return now;
  const moment = new Date(at);
  if (moment.getTime() > now.getTime() + AHEAD_MS)
    throw invalidField(
      pointer,
      "is in the future; check the clock and the time zone of the machine that ran it",
    );
  return moment;
}

/** The task that a caller names by its own id; null when it names none. @throws AppError invalid_input. */
export async function taskNamed(
  db: Db,
  {
    actor,
    repository_id,
    task_id,
  }: { actor: Actor; repository_id: string | null; task_id: string | undefined },
): Promise<string | null> {
  if (task_id === undefined) return null;
  const task = await taskQueries.findTaskByClientId(db, { ...tenantOf({ actor }), repository_id, task_id });
  if (!task) throw invalidField("/task_id", "is not recorded in this repository; record the task first");
  return task.id;
}
