import { isAllowed, noteRefusal, resolveAgentType, settingsOf } from "@/lib/access";
import type { Settings } from "@/lib/access/contract";
import type { Repository } from "@/lib/citations";
import type { Database, Db } from "@/lib/db/client";
import { type Actor, mayActAs } from "@/lib/kernel/actor";
import { type NormalizedMemory, normalizeMemories, storeNormalized } from "@/lib/memories";
import { categoryOf, categoryOfStatement, GENERAL, packsOfSession } from "@/lib/recall";
import type { AFTER_AGENT_REASONS } from "../contract";
import { extractLearnings, learningsByRules } from "./extraction";
import type { Learning } from "./learned-statement";
import type { NewReading } from "./queries";
import { mayAskModel, readingOf } from "./reading";

/** What an agent answered, and what is known of the run it did so in. */
export type Answer = {
  agent_type?: string;
  agent_file?: string;
  task?: string;
  output: string;
  duration_seconds?: number;
  success: boolean;
  category: string;
  session_id?: string;
  /** Absent: none that is known here. */
  repository: Repository | undefined;
  /** What the caller calls its repository, where that is none that is known here. */
  pending_repository: string | null;
};

/** What is to be stored, ready for the transaction; `reason` says why there is nothing. */
export type Lesson = {
  agent_type: string;
  repository_id: string | null;
  taken: NormalizedMemory[];
  reason: (typeof AFTER_AGENT_REASONS)[number] | null;
  /** For a language model to read, where there is one and the settings let it; null: it is not asked. */
  reading: NewReading | null;
};

const TASK_CHARACTERS = 200;

/** Who learns from an answer, and where; `reason` says why nobody does. */
export type Learner = {
  agent_type: string;
  named: string | null;
  repository_id: string | null;
  /** What is learned is kept for the repository of this name until it is registered. */
  pending_repository: string | null;
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
    answer: Pick<Answer, "agent_type" | "agent_file" | "pending_repository"> & {
      repository_id: string | undefined;
    };
  },
): Promise<Learner> {
  const { organization_id } = actor;
  const { pending_repository } = answer;
  // A key that is bound to one repository works in it, unless it says that it works elsewhere.
  const bound = pending_repository === null ? onlyOne(actor.repository_ids) : undefined;
  const repository_id = answer.repository_id ?? bound ?? null;
  const settings = await settingsOf(db, { organization_id, repository_id: repository_id ?? undefined });
  const agent_type = answer.agent_type ?? (answer.agent_file ? undefined : onlyOne(actor.agent_types));
  const resolved = resolveAgentType({ agent_type, agent_file: answer.agent_file }, settings);
  const learner = (reason: Lesson["reason"]): Learner => ({
    agent_type: resolved.agent_type,
    named: resolved.named,
    repository_id,
    pending_repository: repository_id === null ? pending_repository : null,
    settings,
    reason,
  });
  if (!settings.enabled) return learner("memory_off");
  // Its key is bound to repositories, and this is none of them.
  if (actor.repository_ids !== null && repository_id === null) return learner("repository_not_allowed");
  if (!mayActAs(actor, resolved.agent_type)) return learner("agent_type_not_allowed");
  if (!isAllowed(settings, { agent: actor.name, ...resolved })) return learner("not_allowed");
  return learner(null);
}

/**
 * What an agent's answer teaches, made ready to be stored: found in its text, without what its context pack had said,
 * redacted and scanned as every memory is. It reaches its repository; one that is not registered is waited for, and
 * where none is named it reaches the agent.
 */
export async function prepareLesson(
  db: Database,
  { actor, answer, has_model, now }: { actor: Actor; answer: Answer; has_model: boolean; now: Date },
): Promise<Lesson> {
  const { organization_id } = actor;
  const { repository, session_id } = answer;
  const learner = await learnerOf(db, { actor, answer: { ...answer, repository_id: repository?.id } });
  const { agent_type, repository_id, pending_repository, settings, reason } = learner;
  if (reason !== null) {
    await recordPackRefusal(db, { actor, learner, session_id, now });
    return { agent_type, repository_id, taken: [], reason, reading: null };
  }

  const injected = session_id === undefined ? [] : await packsOfSession(db, { organization_id, session_id });
  const output = { text: answer.output, agent_type, category: answer.category, injected };
  const asks_model = has_model && mayAskModel(settings);
  // What has no form that rules know, a language model judges better than the classifier does.
  const learnings = asks_model ? learningsByRules(output) : extractLearnings(output);
  const by = { actor, answer, agent_type, repository_id, pending_repository };
  const memories = learnings.map((learning) => memoryOf(learning, by));
  const normalized = await normalizeMemories(db, {
    actor,
    memories,
    pointer_of: () => "/output",
    repository,
    pending_repository,
  });
  const reading = asks_model ? await readingOf(answer.output, by) : null;
  return { agent_type, repository_id, taken: normalized, reason: null, reading };
}

async function recordPackRefusal(
  db: Database,
  {
    actor,
    learner,
    session_id,
    now,
  }: { actor: Actor; learner: Learner; session_id: string | undefined; now: Date },
): Promise<void> {
  const { agent_type, named, reason } = learner;
  if (reason === null || reason === "memory_off") return;
  await noteRefusal(db, {
    organization_id: actor.organization_id,
    what: reason === "not_allowed" ? "agent_not_allowed" : reason,
    agent: actor.name,
    agent_type,
    named,
    session_id,
    now,
  });
}

type Origin = {
  actor: Actor;
  answer: Pick<Answer, "session_id" | "task" | "duration_seconds" | "success">;
  agent_type: string;
  repository_id: string | null;
  pending_repository: string | null;
};

/** A learning as a memory to be stored. */
export function memoryOf(learning: Learning, origin: Origin) {
  const { actor, answer, agent_type, repository_id, pending_repository } = origin;
  const { session_id } = answer;
  const category = learning.category === GENERAL ? guessedCategory(learning, answer) : learning.category;
  return {
    kind: learning.kind,
    statement: learning.statement,
    category,
    tags: [...new Set([category, agent_type, learning.type])],
    ...(actor.kind !== "agent" && { agent: actor.name }),
    agent_type,
    confidence: learning.confidence,
    citations: [],
    // Never further by itself: what two repositories learned, or a person says, makes it global.
    scope:
      repository_id === null && pending_repository === null ? ("agent" as const) : ("repository" as const),
    repository: repository_id ?? undefined,
    reasoning: learning.reasoning ?? undefined,
    ...(session_id !== undefined && { session_id, source: { kind: "session" as const, id: session_id } }),
    metadata: metadataOf(learning, answer),
  };
}

/** What a learning is about by its own words, else by the task that it came from. */
export function guessedCategory(
  { statement }: Pick<Learning, "statement">,
  { task }: { task?: string },
): string {
  const own = categoryOfStatement(statement);
  if (own === GENERAL && task !== undefined) return categoryOf(task);
  return own;
}

function metadataOf(
  learning: Learning,
  { task, duration_seconds, success }: Origin["answer"],
): Record<string, string | number | boolean> {
  return {
    ...learning.metadata,
    learning_type: learning.type,
    success,
    ...(task !== undefined && { task: task.slice(0, TASK_CHARACTERS) }),
    ...(duration_seconds !== undefined && { duration_seconds }),
    ...(learning.reasoning !== null && { reasoning: learning.reasoning }),
  };
}

/** Stores a lesson. `learned` counts what was not known before; `memory_ids` names what was observed again too. */
export async function storeLesson(
  tx: Db,
  { actor, lesson, now }: { actor: Actor; lesson: Pick<Lesson, "taken">; now: Date },
): Promise<{ memory_ids: string[]; learned: number }> {
  const stored = await storeNormalized(tx, { actor, taken: lesson.taken, now });
  return {
    memory_ids: [...new Set(stored.map(({ memory }) => memory.id))],
    learned: stored.filter(({ duplicate_of }) => duplicate_of === null).length,
  };
}

function onlyOne(values: readonly string[] | null): string | undefined {
  if (values?.length === 1) return values[0];
  return undefined;
}
