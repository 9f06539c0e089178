import type { Db } from "@/lib/db/client";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import { redactTexts } from "@/lib/memories";
import * as taskQueries from "./queries";

/** A task of an agent's own list, under an id that is unique in its repository. */
export type SessionTask = { task_id: string; description: string; status: "open" | "passed" };

/** The same tasks with their secrets taken out. */
export async function readSessionTasks(tasks: readonly SessionTask[]): Promise<SessionTask[]> {
  const redacted = await redactTexts(tasks.map(({ description }) => ({ text: description })));
  return tasks.map((task, index) => ({ ...task, description: redacted[index]?.text ?? "" }));
}

/** Records the tasks of an agent's list, or how they go on. What ended stays ended. */
export async function recordSessionTasks(
  tx: Db,
  {
    actor,
    repository_id,
    session_id,
    tasks,
    now,
  }: {
    actor: Actor;
    repository_id: string | null;
    session_id: string;
    tasks: readonly SessionTask[];
    now: Date;
  },
): Promise<void> {
  const tenant = tenantOf({ actor });
  for (const { task_id, description, status } of tasks) {
    const named = { ...tenant, repository_id, task_id };
    const before = await taskQueries.findTaskByClientId(tx, named);
    if (before && (before.status === status || before.status !== "open")) continue;
    if (!before)
      await taskQueries.insertTask(tx, { ...named, description, session_id, actor: actorRef(actor), now });
    const task = before ?? (await taskQueries.findTaskByClientId(tx, named));
    if (task && status !== "open")
      await taskQueries.updateTask(tx, { ...tenant, id: task.id, status, session_id, now });
  }
}
