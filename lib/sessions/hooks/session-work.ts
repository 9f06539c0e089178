import { settingsOf } from "@/lib/access";
import { readSessionRun, readSessionTasks } from "@/lib/tasks";
import type { ClaudeCodeEvent } from "../contract";
import type { HookAction } from "./claude-code";
import { repositoryOf, type Surroundings } from "./place";

/** Tests and tasks of a session are kept for repositories that are registered and have memory on. */
async function repositoryOfRun(surroundings: Surroundings, event: ClaudeCodeEvent) {
  const repository = await repositoryOf(surroundings, event.casebook ?? {});
  if (!repository) return null;
  const { organization_id } = surroundings.actor;
  const { enabled } = await settingsOf(surroundings.db, { organization_id, repository_id: repository.id });
  return enabled ? repository.id : null;
}

/** What a command of the agent printed, read as a run of tests. */
export async function testsOf(
  surroundings: Surroundings,
  event: ClaudeCodeEvent,
  { command, output }: Extract<HookAction, { action: "tests" }>,
) {
  const repository_id = await repositoryOfRun(surroundings, event);
  const edits = event.casebook?.edits ?? [];
  const read = repository_id === null ? null : await readSessionRun({ command, output, edits });
  if (repository_id === null || read === null) return { action: "nothing" as const };
  return { action: "tests" as const, repository_id, read };
}

/** The tasks of an agent's own list. */
export async function tasksOf(
  surroundings: Surroundings,
  event: ClaudeCodeEvent,
  { tasks }: Extract<HookAction, { action: "tasks" }>,
) {
  const repository_id = await repositoryOfRun(surroundings, event);
  if (repository_id === null) return { action: "nothing" as const };
  return { action: "tasks" as const, repository_id, tasks: await readSessionTasks(tasks) };
}
