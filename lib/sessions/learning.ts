import { settingsOf } from "@/lib/access";
import type { Settings } from "@/lib/access/contract";
import type { Repository } from "@/lib/citations";
import type { Database, Db } from "@/lib/db/client";
import { type Actor, actorRef } from "@/lib/kernel/actor";
import { storeMemories, type Taken, takeIn } from "@/lib/memories";
import { agentTypeOf, packsOfSession } from "@/lib/recall";
import type { AFTER_AGENT_REASONS } from "./contract";
import { extractLearnings, type Learning } from "./extraction";
import { mayAskModel, readingOf } from "./reading";
import type { NewReading } from "./store";

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
  /** For a language model to read, where there is one and the settings let it; null: it is not asked. */
  reading: NewReading | null;
};

const TASK_CHARACTERS = 200;

/** Who learns from an answer, and where; `reason` says why nobody does. */
export type Learner = {
  agent_type: string | null;
  repository_id: string | null;
  settings: Settings;
  reason: Lesson["reason"];
};

/** Whether the settings and the key let something be learned from an answer. */
export async function learnerOf(
  db: Db,
  {
    actor,
    answer,
  }: {
    actor: Actor;
    answer: Pick<Answer, "agent_type" | "agent_file"> & { repository_id: string | undefined };
  },
): Promise<Learner> {
  const { organization_id } = actor;
  // A key that is bound to one repository works in it.
  const repository_id = answer.repository_id ?? onlyOne(actor.repository_ids) ?? null;
  const settings = await settingsOf(db, { organization_id, repository_id: repository_id ?? undefined });
  const named = answer.agent_type ?? (answer.agent_file ? undefined : onlyOne(actor.agent_types));
  const agent_type = agentTypeOf({ ...answer, agent_type: named }, settings.agent_types);
  const learner = (reason: Lesson["reason"]): Learner => ({ agent_type, repository_id, settings, reason });
  if (!settings.enabled) return learner("memory_off");
  if (agent_type === null) return learner("unknown_agent_type");
  if (actor.kind === "agent" && !actor.agent_types.includes(agent_type)) return learner("not_allowed");
  if (settings.allowed_agents !== null && !settings.allowed_agents.includes(actor.name))
    return learner("not_allowed");
  return learner(null);
}

/**
 * What an agent's answer teaches, made ready to be stored: found in its text, without what its context pack had said,
 * redacted and looked over as every memory is. Anti-patterns and error solutions ask for global scope and get it where
 * the key may; the rest reaches the repository, or the agent when there is none.
 */
export async function prepareLesson(
  db: Database,
  { actor, answer, has_model }: { actor: Actor; answer: Answer; has_model: boolean },
): Promise<Lesson> {
  const { organization_id } = actor;
  const { repository, session_id } = answer;
  const learner = await learnerOf(db, { actor, answer: { ...answer, repository_id: repository?.id } });
  const { agent_type, repository_id, settings, reason } = learner;
  if (reason !== null || agent_type === null)
    return { agent_type, repository_id, taken: [], reason, reading: null };

  const injected = session_id === undefined ? [] : await packsOfSession(db, { organization_id, session_id });
  const learnings = extractLearnings({
    text: answer.output,
    agent_type,
    category: answer.category,
    injected,
  });
  const by = { actor, answer, agent_type, repository_id };
  const memories = learnings.map((learning) => memoryOf(learning, by));
  const taken = await takeIn(db, { actor, memories, pointer_of: () => "/output", repository });
  const reading = has_model && mayAskModel(settings) ? await readingOf(answer.output, by) : null;
  return { agent_type, repository_id, taken, reason: null, reading };
}

type Origin = {
  actor: Actor;
  answer: Pick<Answer, "session_id" | "task" | "duration_seconds" | "success">;
  agent_type: string;
  repository_id: string | null;
};

/** A learning as a memory to be taken in. */
export function memoryOf(learning: Learning, { actor, answer, agent_type, repository_id }: Origin) {
  const { session_id } = answer;
  return {
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
  };
}

function metadataOf(
  learning: Learning,
  { task, duration_seconds, success }: Origin["answer"],
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
  { actor, lesson, now }: { actor: Actor; lesson: Pick<Lesson, "taken">; now: Date },
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
