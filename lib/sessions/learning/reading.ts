import type { Settings } from "@/lib/access/contract";
import type { Actor } from "@/lib/kernel/actor";
import { excerptOf } from "./excerpt";
import type { NewReading } from "./queries";

/** Shorter answers say that something is done, and nothing that a form would not show. */
const MIN_CHARACTERS = 120;
const TASK_CHARACTERS = 2_000;

/** Whether the settings let a language model read agents' answers at all. */
export const mayAskModel = (settings: Settings): boolean =>
  settings.language_model_daily_tokens > 0 && settings.extraction_daily_tokens > 0;

/**
 * An answer as it waits for a language model: without secrets, cut to what is sent, and with the rights of who gave it,
 * so that what is learned from it later reaches no further than what was learned at once. Null for one that is too short.
 */
export async function readingOf(
  output: string,
  {
    actor,
    answer,
    agent_type,
    repository_id,
    pending_repository,
  }: {
    actor: Actor;
    answer: {
      session_id?: string;
      task?: string;
      category: string;
      success: boolean;
      duration_seconds?: number;
    };
    agent_type: string;
    repository_id: string | null;
    pending_repository: string | null;
  },
): Promise<NewReading | null> {
  if (output.trim().length < MIN_CHARACTERS) return null;
  const { session_id = null, task, category, success, duration_seconds = null } = answer;
  return {
    actor,
    agent_type,
    repository_id,
    session_id,
    category,
    success,
    duration_seconds,
    pending_repository,
    task: task?.slice(0, TASK_CHARACTERS) ?? null,
    ...(await excerptOf(output)),
  };
}
