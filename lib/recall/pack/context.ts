import { resolveAgentType } from "@/lib/access";
import type { Settings } from "@/lib/access/contract";
import { actorRef } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { metrics } from "@/lib/telemetry/metrics";
import type { Context, ContextQuestion } from "../contract";
import { AfterResponse } from "../ledger/after-response";
import { type Delivered, findDelivered, withoutDelivered } from "../ledger/delivered";
import { recordRecall } from "../ledger/ledger";
import { categoryOf } from "./category";
import type { Judged } from "./choose";
import { chooseMemories } from "./choose-memories";
import { isInHoldout, withoutMemory } from "./holdout";
import { toContextMemory } from "./items";
import { withTokens } from "./pack";
import { refusalOf, typeOfKey } from "./refused";
import {
  type ContextOptions,
  countsOf,
  MAX_QUERY,
  type PackRequest,
  prepareQueries,
  readQuestion,
  readSettings,
  type Surroundings,
} from "./request";
import { round, Stages, type StageTime } from "./stages";
import { linesFor, outcomeOf, writePackFor } from "./write-context";

/** A context with everything that was considered for it. */
export type Recalled = Context & {
  candidates: Judged[];
  stages: StageTime[];
  settings: Settings | null;
};

const LIMIT_MS = 3_000;

/**
 * Builds what an agent is given before it works, as product part 2 says, and records it as a recall: the memories that
 * are relevant to the task, verified, and nothing when nothing is. Whatever is missing (no embedder, a slow database,
 * checks out of time) is named in `degraded` and never thrown; a pack that has nothing because a part was missing is
 * `degraded`, not `empty`. Memory off and an agent that is not allowed get an empty context with the `reason`.
 * @throws AppError invalid_input for a repository that the actor cannot see or a ref that does not exist.
 */
export async function buildContext(
  surroundings: Surroundings,
  asked: ContextQuestion,
  options: ContextOptions = {},
): Promise<Recalled> {
  const stages = new Stages(options.limit_ms ?? LIMIT_MS);
  const { question, diff } = readQuestion(asked, options);
  for (const problem of diff.degraded) stages.degrade(problem);
  const at = surroundings.now();
  // Begun before anything else, for it takes longest; it never rejects.
  const { queries, names } = prepareQueries(surroundings, { question, diff, options });
  if (surroundings.ai.embedder !== null) stages.watch("embedding", queries[0].meaning);
  const category = question.category ?? categoryOf(question.task.slice(0, MAX_QUERY));
  const empty = emptyContext({ category, category_guessed: question.category === undefined });
  const ground = await stages.run("settings", () => readSettings(surroundings, question, options), null);
  if (!ground) {
    metrics().memory_query_failures.inc();
    const reason = "The settings could not be read in time.";
    return { ...empty, ...progressOf(stages), outcome: "failed", reason };
  }
  const { settings } = ground;
  const { actor } = surroundings;
  const agent = options.agent ?? (actor.kind === "agent" ? actor.name : null);
  const resolved = resolveAgentType(
    { ...question, agent_type: question.agent_type ?? (question.agent_file ? undefined : typeOfKey(actor)) },
    settings,
  );
  const { agent_type } = resolved;
  const refusal = refusalOf({ settings, agent, resolved });
  if (refusal) return { ...empty, ...progressOf(stages), agent_type, settings, ...refusal };

  const afterwards = new AfterResponse();
  const request = {
    ...ground,
    surroundings,
    question,
    options,
    diff,
    queries,
    names,
    category,
    agent,
    agent_type,
    stages,
    afterwards,
    at,
  };
  const recalled = await recall(request, empty);
  const sent = isRecorded(options, recalled) ? await sendAndRecord(request, recalled) : recalled;
  // The ledger has written to the same rows until now.
  afterwards.begin();
  return sent;
}

function isRecorded({ record = true, follows_up = false }: ContextOptions, { outcome }: Recalled): boolean {
  return record && (!follows_up || outcome === "served");
}

function emptyContext({
  category,
  category_guessed,
}: Pick<Context, "category" | "category_guessed">): Recalled {
  return {
    recall_id: null,
    outcome: "empty",
    reason: null,
    agent_type: null,
    category,
    category_guessed,
    context: "",
    tokens: 0,
    characters: 0,
    memories: [],
    check_before_use: [],
    degraded: [],
    latency_ms: 0,
    candidates: [],
    stages: [],
    settings: null,
  };
}

const progressOf = (stages: Stages) => ({
  degraded: stages.degraded,
  latency_ms: round(stages.elapsed()),
  stages: stages.times,
});

/** Chooses the memories of a pack and writes it. */
async function recall(request: PackRequest, empty: Recalled): Promise<Recalled> {
  const { agent_type, settings, stages } = request;
  // What does not depend on the choice is read beside it.
  const [chosen, delivered, lines] = await Promise.all([
    chooseMemories(request),
    deliveredBefore(request),
    linesFor(request),
  ]);
  const judged: Judged[] = withoutDelivered(chosen, delivered);
  const pack = await writePackFor(request, { judged, lines });
  const candidates = withTokens(judged, pack);
  const placed = (place: Judged["place"]) => candidates.filter((candidate) => candidate.place === place);
  return {
    ...empty,
    ...progressOf(stages),
    ...outcomeOf({ pack, judged: candidates, stages }),
    agent_type,
    settings,
    context: pack.markdown,
    tokens: pack.tokens,
    characters: pack.markdown.length,
    memories: placed("served").map(toContextMemory),
    check_before_use: placed("check_before_use").map(toContextMemory),
    candidates,
  };
}

/** What the context window of the question has already; nothing when no window was named. */
async function deliveredBefore({ surroundings, question, options, stages }: PackRequest): Promise<Delivered> {
  const { actor, db } = surroundings;
  const { organization_id } = actor;
  const { session_id } = question;
  const { context_window } = options;
  const none: Delivered = new Map();
  if (session_id === undefined || context_window === undefined) return none;
  return stages.run(
    "delivered",
    () => findDelivered(db, { organization_id, session_id, context_window }),
    none,
  );
}

/** Takes the memories out for a session of the holdout, and records the recall. */
async function sendAndRecord(request: PackRequest, recalled: Recalled): Promise<Recalled> {
  const { surroundings, question, options, repository, settings, agent, agent_type, stages, at } = request;
  const { actor, db } = surroundings;
  const { organization_id } = actor;
  const repository_id = repository?.id ?? null;
  const session_id = question.session_id ?? null;
  const held_out = await isInHoldout(db, {
    settings,
    organization_id,
    session_id,
    repository_id,
    stages,
    now: at,
  });
  const sent = held_out ? withoutMemory(recalled) : recalled;
  const recall_id = newId();
  const recorded = await recordRecall(db, {
    organization_id,
    stages,
    entry: {
      id: recall_id,
      at,
      door: options.door ?? "context",
      actor: actorRef(actor),
      agent,
      agent_type,
      repository_id,
      session_id,
      category: request.category,
      question: { ...question, task: question.task.slice(0, MAX_QUERY) },
      details: { category_guessed: question.category === undefined, ...countsOf(request.diff) },
      settings,
      outcome: sent.outcome,
      pack: recalled.context,
      tokens: sent.tokens,
      characters: sent.characters,
      latency_ms: round(stages.elapsed()),
      judged: sent.candidates,
    },
  });
  metrics().memories_loaded.inc({ agent_type }, sent.memories.length);
  metrics().memory_query_time_ms.observe(stages.elapsed());
  return { ...sent, recall_id: recorded ? recall_id : null, latency_ms: round(stages.elapsed()) };
}
