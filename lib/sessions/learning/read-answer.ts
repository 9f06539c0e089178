import type { Settings } from "@/lib/access/contract";
import type { Embedder, LanguageModel } from "@/lib/ai";
import type { Repository } from "@/lib/citations";
import { type Database, transaction } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/errors";
import { type NormalizedMemory, normalizeMemories, resolveRepository } from "@/lib/memories";
import { memoryInputSchema } from "@/lib/memories/contract";
import { packsOfSession } from "@/lib/recall";
import { generateWithinBudget } from "@/lib/skills";
import { log } from "@/lib/telemetry/log";
import { metrics } from "@/lib/telemetry/metrics";
import { amendStop } from "../hooks/stop";
import type { Learning } from "./learned-statement";
import { learnerOf, memoryOf, storeLesson } from "./learning";
import {
  type Accepted,
  type Asking,
  acceptLearnings,
  extractionRequest,
  PROMPT_VERSION,
  type ProposedCitation,
  type Refusal,
} from "./model-extraction";
import * as learningQueries from "./queries";
import { mayAskModel } from "./reading";

/** What language models are asked here, in the counts of their use. */
export const EXTRACTION = "extraction";

const LIMIT_MS = 90_000;
/** Within it an answer that the model could not read is not read again: it would answer the same. */
const AGAIN_AFTER_MS = 3_600_000;

type Parts = {
  organization_id: string;
  reading_id: string;
  model: LanguageModel | null;
  embedder: Embedder | null;
  now: () => Date;
  signal: AbortSignal;
};

/**
 * Has a language model read an answer that waits, and stores what it finds beyond what was learned at once. Safe to
 * repeat: an answer is read once.
 * @throws Error with what is wrong, when the model could not be reached or did not answer as asked.
 */
export async function readAnswer(
  db: Database,
  { organization_id, reading_id, model, now, signal, embedder }: Parts,
): Promise<void> {
  const key = { organization_id, id: reading_id };
  const reading = await learningQueries.findReading(db, key);
  if (!reading || reading.text === null || !["waiting", "failed"].includes(reading.state)) return;
  const { problem, finished_at } = reading;
  if (problem !== null && finished_at && now().getTime() - finished_at.getTime() < AGAIN_AFTER_MS)
    throw new Error(`${problem} It is not asked about this answer again within the hour.`);
  const prepared = await prepare(db, { reading, text: reading.text });
  if ("reason" in prepared || model === null) {
    const reason = "reason" in prepared ? prepared.reason : "A language model is no longer configured.";
    await learningQueries.finishReading(db, { ...key, state: "skipped", problem: reason, now: now() });
    return;
  }
  const { asking, settings } = prepared;
  const request = extractionRequest(asking);
  const asked = await generateWithinBudget(db, {
    organization_id,
    model,
    signal,
    purpose: EXTRACTION,
    limit_ms: LIMIT_MS,
    now: now(),
    request,
    daily_tokens: settings.language_model_daily_tokens,
    purpose_tokens: settings.extraction_daily_tokens,
  });
  if ("problem" in asked) return keepProblem(db, { ...key, asked, now: now() });
  const { accepted, refused } = acceptLearnings(asked.value.learnings, asking);
  const { taken: normalized, not_taken } = await takeInAll(db, { ...prepared, reading, accepted, model });
  const counts = countsOf([...refused, ...not_taken]);
  const { actor, agent_type } = reading;
  const stored = await transaction(db, async (tx) => {
    const is_first = await learningQueries.finishReading(tx, {
      ...key,
      state: "read",
      problem: null,
      now: now(),
      model: model.id,
      prompt_version: PROMPT_VERSION,
      refused: counts,
    });
    if (!is_first) return null;
    const lesson = await storeLesson(tx, { actor, lesson: { taken: normalized }, now: now() });
    await learningQueries.recordLearned(tx, { ...key, step_id: reading.step_id, ...lesson });
    if (reading.session_id !== null && lesson.memory_ids.length > 0)
      await amendStop(tx, {
        organization_id,
        session_id: reading.session_id,
        now: now(),
        embedder_id: embedder?.id ?? null,
      });
    return lesson;
  });
  metrics().memories_stored.inc({ agent_type }, stored?.learned ?? 0);
  log().info(
    {
      ...key,
      left_out: reading.left_out,
      proposed: asked.value.learnings.length,
      refused: counts,
      learned: stored?.learned ?? 0,
      tokens: asked.usage.input_tokens + asked.usage.output_tokens,
    },
    reading.left_out > 0
      ? "the language model read the beginning and the end of an answer"
      : "the language model read an answer",
  );
}

/** Ends a reading that is over its budget; what was not answered is tried again. @throws Error with what is wrong. */
async function keepProblem(
  db: Database,
  {
    asked: { code, problem },
    now,
    ...key
  }: { organization_id: string; id: string; asked: { code: string; problem: string }; now: Date },
): Promise<void> {
  if (code === "budget") {
    await learningQueries.finishReading(db, { ...key, state: "skipped", problem, now });
    log().info({ ...key, problem }, "an answer was not read by the language model");
    return;
  }
  const passing = code !== "invalid_response";
  await learningQueries.failReading(db, { ...key, problem, now: passing ? null : now });
  throw new Error(problem);
}

type Question = { asking: Asking; settings: Settings; repository: Repository | undefined };

/** The question about an answer, as things are now; or why it is not asked. */
async function prepare(
  db: Database,
  { reading, text }: { reading: learningQueries.Reading; text: string },
): Promise<Question | { reason: string }> {
  const { actor, agent_type, category, task, session_id } = reading;
  const { organization_id } = actor;
  const repository_id = reading.repository_id ?? undefined;
  const { pending_repository } = reading;
  const learner = await learnerOf(db, { actor, answer: { agent_type, repository_id, pending_repository } });
  const { settings, reason } = learner;
  if (reason !== null) return { reason: "Memory is off for this agent now." };
  if (!mayAskModel(settings)) return { reason: "The settings keep answers from the language model." };
  const repository =
    repository_id === undefined
      ? undefined
      : await resolveRepository(db, { actor, reference: repository_id, pointer: "/repository" });
  const injected = session_id === null ? [] : await packsOfSession(db, { organization_id, session_id });
  const asking: Asking = { text, agent_type, category, task, injected };
  return { asking, settings, repository };
}

/**
 * Takes learnings in as memories of callers are, each by itself, so that one that cites a file that is not there does not
 * cost the others.
 */
async function takeInAll(
  db: Database,
  {
    reading,
    repository,
    accepted,
    model,
  }: {
    reading: learningQueries.Reading;
    repository: Repository | undefined;
    accepted: readonly Accepted[];
    model: LanguageModel;
  },
): Promise<{ taken: NormalizedMemory[]; not_taken: Refusal[] }> {
  const { actor, agent_type, repository_id, session_id, task, duration_seconds, success } = reading;
  const { pending_repository } = reading;
  const by = {
    actor,
    agent_type,
    repository_id,
    pending_repository,
    answer: {
      session_id: session_id ?? undefined,
      task: task ?? undefined,
      success,
      duration_seconds: duration_seconds ?? undefined,
    },
  };
  const normalized: NormalizedMemory[] = [];
  const not_taken: Refusal[] = [];
  for (const { learning, citations } of accepted) {
    const memory = memoryOf(learning, by);
    const metadata = { ...memory.metadata, extracted_by: model.id, prompt_version: PROMPT_VERSION };
    const take = async (cited: readonly ProposedCitation[]) => {
      const input = memoryInputSchema.safeParse({ ...memory, metadata, citations: cited });
      if (!input.success) return null;
      const [one] = await normalizeMemories(db, {
        actor,
        memories: [input.data],
        pointer_of: () => "/output",
        repository,
        pending_repository,
      });
      return one ?? null;
    };
    try {
      // Without a repository there is nothing to look the places up in.
      const found = await take(repository ? citations : []);
      // Lines that have moved since the agent read them show something else, and would vouch for it.
      const shown = found?.memory.citations.every(({ text }) => shows(text, learning)) ?? true;
      const kept = shown ? found : await take([]);
      if (kept) normalized.push(kept);
      else not_taken.push("passing");
    } catch (error) {
      if (!(error instanceof AppError && error.code === "invalid_input")) throw error;
      not_taken.push("citation");
    }
  }
  return { taken: normalized, not_taken };
}

const NAME = /[\p{L}_$][\p{L}\p{N}_$]{3,}/gu;

/** True when a cited text has a name in it that the learning names too. */
function shows(cited: string, { statement }: Learning): boolean {
  const names = new Set(cited.match(NAME));
  return (statement.match(NAME) ?? []).some((name) => names.has(name));
}

function countsOf(refusals: readonly Refusal[]): Partial<Record<Refusal, number>> {
  const counts: Partial<Record<Refusal, number>> = {};
  for (const refusal of refusals) counts[refusal] = (counts[refusal] ?? 0) + 1;
  return counts;
}
