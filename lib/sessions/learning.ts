import { settingsOf } from "@/lib/access";
import type { Repository } from "@/lib/citations";
import type { Database, Db } from "@/lib/db/client";
import { type Actor, actorRef } from "@/lib/kernel/actor";
import { storeMemories, type Taken, takeIn } from "@/lib/memories";
import { agentTypeOf, packsOfSession } from "@/lib/recall";
import type { AFTER_AGENT_REASONS } from "./contract";
import { extractLearnings, type Learning } from "./extraction";

/** What an agent answered, and what is known of the run it did so in. */
export type Answer = {
  agent_type?: string | undefined;
  agent_file?: string | undefined;
  task?: string | undefined;
  output: string;
  duration_seconds?: number | undefined;
  success: boolean;
  category: string;
  session_id?: string | undefined;
  /** Absent: none that is known here. */
  repository: Repository | undefined;
};

/** What is to be stored, ready for the transaction; `reason` says why there is nothing. */
export type Lesson = {
  agent_type: string | null;
  repository_id: string | null;
  taken: Taken[];
  reason: (typeof AFTER_AGENT_REASONS)[number] | null;
};

const TASK_CHARACTERS = 200;

/**
 * What an agent's answer teaches, made ready to be stored: found in its text, without what its context pack had said,
 * redacted and looked over as every memory is. Anti-patterns and error solutions ask for global scope and get it where
 * the key may; the rest reaches the repository, or the agent when there is none.
 */
export async function prepareLesson(
  db: Database,
  { actor, answer }: { actor: Actor; answer: Answer },
): Promise<Lesson> {
  const { organization_id } = actor;
  // A key that is bound to one repository works in it.
  const repository_id = answer.repository?.id ?? onlyOne(actor.repository_ids) ?? null;
  const settings = await settingsOf(db, { organization_id, repository_id: repository_id ?? undefined });
  const named = answer.agent_type ?? (answer.agent_file ? undefined : onlyOne(actor.agent_types));
  const agent_type = agentTypeOf({ ...answer, agent_type: named }, settings.agent_types);
  const nothing = (reason: Lesson["reason"]): Lesson => ({ agent_type, repository_id, taken: [], reason });
  if (!settings.enabled) return nothing("memory_off");
  if (agent_type === null) return nothing("unknown_agent_type");
  if (actor.kind === "agent" && !actor.agent_types.includes(agent_type)) return nothing("not_allowed");
  if (settings.allowed_agents !== null && !settings.allowed_agents.includes(actor.name))
    return nothing("not_allowed");

  const { session_id } = answer;
  const injected = session_id === undefined ? [] : await packsOfSession(db, { organization_id, session_id });
  const learnings = extractLearnings({
    text: answer.output,
    agent_type,
    category: answer.category,
    injected,
  });
  const memories = learnings.map((learning) => ({
    kind: learning.kind,
    statement: learning.statement,
    category: learning.category,
    tags: [...new Set([learning.category, agent_type, learning.type])],
    ...(actor.kind === "agent" ? {} : { agent: actor.name }),
    agent_type,
    confidence: learning.confidence,
    citations: [],
    ...(learning.wants_global ? { scope: "global" as const } : {}),
    ...(repository_id === null ? {} : { repository: repository_id }),
    ...(learning.reasoning === null ? {} : { reasoning: learning.reasoning }),
    ...(session_id === undefined ? {} : { session_id, source: { kind: "session" as const, id: session_id } }),
    metadata: metadataOf(learning, answer),
  }));
  const { repository } = answer;
  const taken = await takeIn(db, { actor, memories, pointer_of: () => "/output", repository });
  return { agent_type, repository_id, taken, reason: null };
}

function metadataOf(
  learning: Learning,
  { task, duration_seconds, success }: Answer,
): Record<string, string | number | boolean> {
  return {
    ...learning.metadata,
    learning_type: learning.type,
    success,
    ...(task === undefined ? {} : { task: task.slice(0, TASK_CHARACTERS) }),
    ...(duration_seconds === undefined ? {} : { duration_seconds }),
    ...(learning.reasoning === null ? {} : { reasoning: learning.reasoning }),
  };
}

/** Stores a lesson. `learned` counts what was not known before; `memory_ids` names what was observed again too. */
export async function storeLesson(
  tx: Db,
  { actor, lesson, now }: { actor: Actor; lesson: Lesson; now: Date },
): Promise<{ memory_ids: string[]; learned: number }> {
  const stored = await storeMemories(tx, {
    organization_id: actor.organization_id,
    actor: actorRef(actor),
    memories: lesson.taken.map(({ memory }) => memory),
    now,
  });
  return {
    memory_ids: [...new Set(stored.map(({ memory }) => memory.id))],
    learned: stored.filter(({ duplicate_of }) => duplicate_of === null).length,
  };
}

function onlyOne(values: readonly string[] | null): string | undefined {
  return values?.length === 1 ? values[0] : undefined;
}
