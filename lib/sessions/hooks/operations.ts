import type { Db } from "@/lib/db/client";
import type { NewInference } from "@/lib/db/sql/inferences";
import { enqueue } from "@/lib/jobs";
import { type Actor, actorRef, maySeeRepository } from "@/lib/kernel/actor";
import { toStorable } from "@/lib/kernel/text";
import { redactTexts } from "@/lib/memories";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import {
  type ReadFailure,
  readFailedAnswer,
  recordSessionRun,
  recordSessionTasks,
  storeFailedAnswer,
} from "@/lib/tasks";
import { metrics } from "@/lib/telemetry/metrics";
import * as contract from "../contract";
import { answerReadJob } from "../jobs";
import { type Answer, type Lesson, prepareLesson, storeLesson } from "../learning/learning";
import * as learningQueries from "../learning/queries";
import { inferOutcomes, recordInferences } from "../outcomes/infer";
import * as sessionsQueries from "../sessions/queries";
import { answerWith, hookActionOf } from "./claude-code";
import { begin, contextFor, contextOf, editOf, startOf } from "./packs";
import { type Place, repositoryOf, repositoryOfSession, type Surroundings } from "./place";
import { tasksOf, testsOf } from "./session-work";
import { stop } from "./stop";
import { confirmPacks } from "./windows";

/**
 * The hooks around agents. Nothing here may cost an agent its run: what is not known, not allowed or not there is
 * answered with nothing to say, and what takes too long is left out by `buildContext`.
 */

const CLAUDE_CODE = "claude-code";

export const hookBeforeAgent = defineQuery(contract.hookBeforeAgent, {
  authorize: "filtered",
  records: true,
  read: async ({ input, ...surroundings }) => {
    const { context, memories, agent_type, recall_id } = await contextFor(surroundings, input, {
      door: "before_agent",
    });
    return {
      memory_context: context,
      metadata: { memories_loaded: memories.length, agent_type, recall_id },
    };
  },
});

export const hookSessionStart = defineCommand(contract.hookSessionStart, {
  load: repositoryOfSession,
  authorize: maySeeRepository,
  prepare: ({ input, ...surroundings }) => begin(surroundings, input),
  write: async ({ db, actor, input, prepared, now, audit }) => {
    const { enabled, repository_id, pack } = prepared;
    if (enabled) await open(db, { actor, ...input, repository_id, now: now() });
    audit({ subject_id: input.session_id, detail: { enabled, client: input.client } });
    return { enabled, session_id: input.session_id, memory_context: pack.context };
  },
});

type Opening = {
  actor: Actor;
  session_id: string;
  client: string;
  repository_id: string | null;
  ref?: string;
  now: Date;
  reopens?: boolean;
};

/** @returns true when the session has ended, which only a call that does not reopen it sees. */
function open(tx: Db, { actor, ref, reopens = true, ...session }: Opening): Promise<boolean> {
  const { organization_id } = actor;
  return sessionsQueries.openSession(tx, {
    organization_id,
    actor: actorRef(actor),
    ref: ref ?? null,
    reopens,
    ...session,
  });
}

type ReportedAnswer = Omit<Answer, "repository" | "pending_repository"> &
  Place & { client: string; diff?: string };

type Studied = {
  answer: Answer & Pick<ReportedAnswer, "client" | "ref">;
  lesson: Lesson;
  inferences: NewInference[];
  /** The error that an answer shows which says that it failed. */
  failed: ReadFailure | null;
  started: number;
};

/** What was answered with what it teaches; nothing is written yet. `started` is for the step's latency. */
async function study(surroundings: Surroundings, reported: ReportedAnswer): Promise<Studied> {
  const started = performance.now();
  const { actor, db } = surroundings;
  try {
    const [task] = await redactTexts([{ text: reported.task ?? "" }]);
    const repository = await repositoryOf(surroundings, reported);
    const answer = {
      ...reported,
      ...(reported.task !== undefined && { task: task?.text }),
      repository,
      pending_repository: repository === undefined ? (reported.repository?.trim() ?? null) : null,
    };
    const has_model = surroundings.ai.language_model !== null;
    const now = surroundings.now();
    const lesson = await prepareLesson(db, { actor, answer, has_model, now });
    const { session_id, output } = answer;
    const { agent_type, reason } = lesson;
    const inferences =
      session_id === undefined || reason !== null
        ? []
        : await inferOutcomes(db, {
            organization_id: actor.organization_id,
            session_id,
            agent_type,
            output,
            diff: reported.diff,
          });
    const failed = answer.success || reason !== null || !repository ? null : await readFailedAnswer(output);
    return { answer, started, lesson, inferences, failed };
  } catch (error) {
    metrics().memory_storage_failures.inc();
    throw error;
  }
}

/**
 * Stores the lesson and, in a session, the step that it came from. An answer that arrives after its session ended opens
 * the session again if it `reopens` it.
 */
async function learn(
  tx: Db,
  {
    actor,
    answer,
    lesson,
    inferences,
    failed,
    started,
    now,
    reopens,
  }: {
    actor: Actor;
    now: Date;
    reopens: boolean;
  } & Studied,
): Promise<{ memory_ids: string[]; learned: number; has_ended: boolean }> {
  const { memory_ids, learned } = await storeLesson(tx, { actor, lesson, now });
  const { session_id, client, ref } = answer;
  const { organization_id } = actor;
  await recordInferences(tx, { organization_id, inferences, now });
  if (failed !== null)
    await storeFailedAnswer(tx, { actor, repository_id: lesson.repository_id, read: failed, now });
  let step_id: string | null = null;
  let has_ended = false;
  if (session_id !== undefined && lesson.reason === null) {
    const { repository_id } = lesson;
    has_ended = await open(tx, { actor, session_id, client, repository_id, ref, now, reopens });
    step_id = await sessionsQueries.insertStep(tx, {
      organization_id,
      session_id,
      now,
      step: {
        hook: "after_agent",
        agent_type: lesson.agent_type,
        task: answer.task?.slice(0, 2_000) ?? null,
        category: answer.category,
        success: answer.success,
        duration_seconds: answer.duration_seconds ?? null,
        memory_ids,
        learned,
        note: null,
        latency_ms: Math.round((performance.now() - started) * 10) / 10,
      },
    });
  }
  if (lesson.reading !== null) {
    const reading_id = await learningQueries.insertReading(tx, {
      ...lesson.reading,
      organization_id,
      step_id,
      now,
    });
    await enqueue(tx, answerReadJob, { organization_id, reading_id }, { key: reading_id });
  }
  if (lesson.reason === null) {
    metrics().memories_stored.inc({ agent_type: lesson.agent_type }, learned);
    metrics().memory_storage_time_ms.observe(performance.now() - started);
  }
  return { memory_ids, learned, has_ended };
}

export const hookAfterAgent = defineCommand(contract.hookAfterAgent, {
  load: repositoryOfSession,
  authorize: maySeeRepository,
  prepare: ({ input, ...surroundings }) => study(surroundings, input),
  write: async ({ db, actor, prepared, now, audit }) => {
    const { memory_ids, learned } = await learn(db, { actor, ...prepared, now: now(), reopens: true });
    audit({ detail: { ids: memory_ids, learned, session_id: prepared.answer.session_id ?? null } });
    return { memories_stored: learned, memory_ids, reason: prepared.lesson.reason };
  },
});

export const hookStop = defineCommand(contract.hookStop, {
  load: repositoryOfSession,
  authorize: maySeeRepository,
  write: async ({ db, actor, input: { session_id }, ai, now, audit }) => {
    const report = await stop(db, {
      actor,
      session_id,
      end: "stop",
      embedder_id: ai.embedder?.id ?? null,
      now: now(),
    });
    audit({ subject_id: session_id });
    return { session_id, report };
  },
});

export const hookClaudeCode = defineCommand(contract.hookClaudeCode, {
  load: repositoryOfSession,
  authorize: maySeeRepository,
  prepare: async ({ input, ...surroundings }) => {
    await confirmPacks(surroundings, input);
    const action = hookActionOf(input);
    switch (action.action) {
      case "start":
        return startOf(surroundings, input);
      case "context":
        return contextOf(surroundings, input, action);
      case "edit":
        return editOf(surroundings, input, action);
      case "tests":
        return testsOf(surroundings, input, action);
      case "tasks":
        return tasksOf(surroundings, input, action);
      case "learn":
      case "learn_and_stop": {
        const { output, agent_type } = action;
        const { session_id, casebook: { repository, ref } = {} } = input;
        const answer = { repository, ref, output, agent_type, session_id, client: CLAUDE_CODE };
        return {
          ...action,
          ...(await study(surroundings, { ...answer, success: true, category: "general" })),
        };
      }
      default:
        return action;
    }
  },
  write: async ({ db, actor, input, prepared, ai, now, audit }) => {
    const { session_id, casebook } = input;
    const embedder_id = ai.embedder?.id ?? null;
    audit({ subject_id: session_id, detail: { event: toStorable(input.hook_event_name) } });
    switch (prepared.action) {
      case "start": {
        const { repository_id, packed } = prepared;
        const { ref } = casebook ?? {};
        await open(db, { actor, session_id, client: CLAUDE_CODE, repository_id, ref, now: now() });
        return answerWith(input, packed);
      }
      case "context":
        return answerWith(input, prepared.packed);
      case "learn":
      case "learn_and_stop": {
        const { has_ended } = await learn(db, { actor, ...prepared, now: now(), reopens: false });
        // This client stops after every turn; the session ends with its own event, or with silence.
        if (prepared.action === "learn_and_stop" || has_ended)
          await stop(db, { actor, session_id, end: null, embedder_id, now: now() });
        return {};
      }
      case "tests": {
        const { repository_id, read } = prepared;
        await recordSessionRun(db, { actor, repository_id, session_id, now: now(), read });
        return {};
      }
      case "tasks": {
        const { repository_id, tasks } = prepared;
        await recordSessionTasks(db, { actor, repository_id, session_id, tasks, now: now() });
        return {};
      }
      case "end":
        await stop(db, { actor, session_id, end: "session_end", embedder_id, now: now() });
        return {};
      case "nothing":
        return {};
    }
  },
});
