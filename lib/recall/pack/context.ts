import { isAllowed, type ResolvedAgentType, resolveAgentType, settingsOf } from "@/lib/access";
import type { Settings } from "@/lib/access/contract";
import type { Embedder } from "@/lib/ai";
import type { Repository } from "@/lib/citations";
import type { Database } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { type Actor, actorRef } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { type PreparedQuery, prepareQuery, resolveRepository, seenBy } from "@/lib/memories";
import { metrics } from "@/lib/telemetry/metrics";
import type { Context, ContextQuestion } from "../contract";
import { Afterthoughts } from "../ledger/after-response";
import { DELIVERED_BEFORE, type Delivered, findDelivered, withoutDelivered } from "../ledger/delivered";
import { recordRecall } from "../ledger/ledger";
import { budgetOf } from "./budget";
import { gatherPool, type PoolEntry, REVIEWER } from "./candidates";
import { categoryOf } from "./category";
import { chooseForPack, type Floors, type Judged } from "./choose";
import type { DiffSummary } from "./diff";
import { countsOf, readQuestion } from "./diff-question";
import { findDisputes } from "./disputes";
import { examine } from "./findings";
import { isInHoldout, withoutMemory } from "./holdout";
import { toCheck, toContextMemory, toItem } from "./items";
import { type Pack, withTokens, writePack } from "./pack";
import { byPlace, type ScoredPool, scorePool } from "./relevance";
import { queryOfDiff } from "./review-candidates";
import { findRuleRates } from "./rule-rates";
import { round, Stages } from "./stages";
import { counterFor } from "./tokens";
import { describeChange } from "./triggers";

/** What `buildContext` works with: the parts of an operation's context. */
export type Surroundings = {
  actor: Actor;
  db: Database;
  ai: { embedder: Embedder | null };
  now: () => Date;
};

export type ContextOptions = {
  /** The repository that the question names, where the caller has looked it up for this actor already. */
  repository?: Repository | undefined;
  /** Who asked, for the ledger: `context`, `before_agent`, `session_start`, `preview`, … */
  door?: string;
  /** Whom the pack is for when a person asks (the playground); default: the actor. */
  agent?: string | undefined;
  /** Milliseconds for everything; what is not there by then is left out and named. Default 3,000. */
  limit_ms?: number;
  /** Milliseconds of them for checking citations. Default 400. */
  verify_ms?: number;
  /** Milliseconds for the query's vector. Default 700. */
  embed_ms?: number;
  /** Instead of the settings in force, for comparing. */
  settings?: Partial<Settings>;
  /** The context window of the question's session that the pack goes into; what it has already is left out. */
  context_window?: string | undefined;
  /** false: nothing is recorded and no memory counts as used. Default true. */
  record?: boolean;
};

/** A context with everything that was considered for it. */
export type Recalled = Context & {
  candidates: Judged[];
  stages: { name: string; ms: number }[];
  settings: Settings | null;
};

const LIMIT_MS = 3_000;

const VERIFY_MS = 400;

const EMBED_MS = 700;

const MAX_QUERY = 2_000;

const MAX_RULE_LINES = 3;

/** What does not make this pack shorter than others: no model was ever configured, or only counting is affected. */
const HARMLESS = /^(?:tokenizer|ledger): |^embedding: no_model$/;

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
  const { question, diff } = readQuestion(asked);
  for (const problem of diff.degraded) stages.degrade(problem);
  const at = surroundings.now();
  // Begun before anything else, for it takes longest; it never rejects.
  const queries = prepareQueries(surroundings, { question, diff, options });
  const category = question.category ?? categoryOf(question.task.slice(0, MAX_QUERY));
  const nothing = (rest: Partial<Recalled>): Recalled => ({
    ...emptyContext({ category, category_guessed: question.category === undefined }),
    degraded: stages.degraded,
    latency_ms: round(stages.elapsed()),
    stages: stages.times,
    ...rest,
  });

  const ground = await stages.run("settings", () => readGround(surroundings, question, options), null);
  if (!ground) {
    metrics().memory_query_failures.inc();
    return nothing({ outcome: "failed", reason: "The settings could not be read in time." });
  }
  const { repository, settings } = ground;
  const { actor, db } = surroundings;
  const agent = options.agent ?? (actor.kind === "agent" ? actor.name : null);
  const resolved = resolveAgentType(
    { ...question, agent_type: question.agent_type ?? (question.agent_file ? undefined : typeOfKey(actor)) },
    settings,
  );
  const { agent_type } = resolved;
  const refusal = refusalOf({ settings, agent, resolved });
  if (refusal) return nothing({ agent_type, settings, ...refusal });

  const afterwards = new Afterthoughts();
  const chosen = await chooseMemories({
    surroundings,
    question,
    options,
    repository,
    settings,
    agent,
    agent_type,
    category,
    queries,
    diff,
    stages,
    afterwards,
    at,
  });
  const delivered = await deliveredBefore(surroundings, { question, options, stages });
  const judged = withoutDelivered(chosen, delivered);
  const rule_lines = await ruleLinesFor({
    surroundings,
    question,
    repository,
    settings,
    agent,
    agent_type,
    stages,
    at,
  });
  const pack = writePackOf({ judged, rule_lines, question, settings, agent_type, stages });
  const final = withTokens(judged, pack);
  const recalled = nothing({
    ...outcomeOf({ pack, judged: final, stages }),
    agent_type,
    settings,
    context: pack.markdown,
    tokens: pack.tokens,
    characters: pack.markdown.length,
    memories: final.filter(({ place }) => place === "served").map(toContextMemory),
    check_before_use: final.filter(({ place }) => place === "check_before_use").map(toContextMemory),
    candidates: final,
  });
  if (options.record === false) {
    afterwards.begin();
    return recalled;
  }
  const held_out = await isInHoldout(db, {
    settings,
    organization_id: actor.organization_id,
    session_id: question.session_id ?? null,
    repository_id: repository?.id ?? null,
    stages,
    now: at,
  });
  const sent = held_out ? withoutMemory(recalled) : recalled;
  const recall_id = newId();
  const recorded = await recordRecall(db, {
    organization_id: actor.organization_id,
    stages,
    entry: {
      id: recall_id,
      at,
      door: options.door ?? "context",
      actor: actorRef(actor),
      agent,
      agent_type,
      repository_id: repository?.id ?? null,
      session_id: question.session_id ?? null,
      category,
      question: { ...question, task: question.task.slice(0, MAX_QUERY) },
      details: { category_guessed: question.category === undefined, ...countsOf(diff) },
      settings,
      outcome: sent.outcome,
      pack: recalled.context,
      tokens: sent.tokens,
      characters: sent.characters,
      latency_ms: round(stages.elapsed()),
      judged: sent.candidates,
    },
  });
  // The ledger has written to the same rows until now.
  afterwards.begin();
  metrics().memories_loaded.inc({ agent_type }, sent.memories.length);
  metrics().memory_query_time_ms.observe(stages.elapsed());
  return { ...sent, recall_id: recorded ? recall_id : null, latency_ms: round(stages.elapsed()) };
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

/** The task, and where they are given the goal with the issue's title, and the names in the diff. */
function prepareQueries(
  { ai }: Surroundings,
  { question, diff, options }: { question: ContextQuestion; diff: DiffSummary; options: ContextOptions },
): [PreparedQuery, ...PreparedQuery[]] {
  const meaning = { embedder: ai.embedder, deadline_ms: options.embed_ms ?? EMBED_MS };
  const prepare = (text: string) => prepareQuery(text.slice(0, MAX_QUERY), meaning);
  const goal = [question.goal, question.issue_title].filter((text) => text !== undefined).join("\n");
  const further = [goal, queryOfDiff(diff)].filter((text) => text !== "");
  return [prepare(question.task), ...further.map(prepare)];
}

async function readGround(
  { actor, db }: Surroundings,
  question: ContextQuestion,
  options: ContextOptions,
): Promise<{ repository: Repository | null; settings: Settings }> {
  const { organization_id } = actor;
  const reference = question.repository ?? question.repo ?? boundRepository(actor);
  const named =
    options.repository === undefined && reference !== undefined
      ? await resolveRepository(db, { actor, reference, pointer: "/repository" })
      : null;
  const repository = options.repository ?? named;
  const settings = await settingsOf(db, { organization_id, repository_id: repository?.id });
  return { repository, settings: { ...settings, ...options.settings } };
}

/** The repository of a key that is bound to one need not be named. */
const boundRepository = ({ repository_ids }: Actor): string | undefined =>
  repository_ids?.length === 1 ? repository_ids[0] : undefined;

/** A key that is bound to one agent type need not name it. */
function typeOfKey({ kind, agent_types }: Actor): string | undefined {
  return kind === "agent" && agent_types?.length === 1 ? agent_types[0] : undefined;
}

function refusalOf({
  settings,
  agent,
  resolved,
}: {
  settings: Settings;
  agent: string | null;
  resolved: ResolvedAgentType;
}): Pick<Context, "outcome" | "reason"> | null {
  if (!settings.enabled) return { outcome: "off", reason: "Memory is switched off." };
  if (isAllowed(settings, { agent, ...resolved })) return null;
  return { outcome: "refused", reason: "The settings give packs to other agents only." };
}

type ChooseRequest = {
  surroundings: Surroundings;
  question: ContextQuestion;
  options: ContextOptions;
  repository: Repository | null;
  settings: Settings;
  agent: string | null;
  agent_type: string;
  category: string;
  queries: [PreparedQuery, ...PreparedQuery[]];
  diff: DiffSummary;
  stages: Stages;
  afterwards: Afterthoughts;
  at: Date;
};

/** Finds the candidates, judges how relevant each is, and decides on each. */
async function chooseMemories(request: ChooseRequest): Promise<Judged[]> {
  const { surroundings, question, options, repository, settings, stages, queries, at } = request;
  const { actor, db } = surroundings;
  const { organization_id } = actor;
  const where = whatMayBeGiven(request);
  const change = describeChange({
    changedFiles: question.changed_files,
    task: question.task.slice(0, MAX_QUERY),
    agentType: request.agent_type,
  });
  const pool = await gatherPool({
    db,
    stages,
    repository,
    changed_files: question.changed_files,
    developer: question.developer ?? null,
    ref: question.ref,
    agent_type: request.agent_type,
    hunks: request.diff.hunks,
    change,
    named_category: question.category,
    where,
    queries,
  });
  const [task] = queries;
  const { degraded: embedding } = await task.meaning;
  if (embedding !== null) stages.degrade(embedding);
  const score = (entries: readonly PoolEntry[]) =>
    scorePool({
      db,
      organization_id,
      pool: entries,
      task,
      agent_type: request.agent_type,
      category: request.category,
      changed_files: question.changed_files,
      change,
      learning: settings.relevance_learning,
      now: at,
    });
  const [disputes, scored] = await Promise.all([
    stages.run("disputes", () => findDisputes(db, { where, pool }), null),
    stages.run<ScoredPool | null>("relevance", () => score(pool), null),
  ]);
  if (!scored) return [];
  if (scored.degraded !== null) stages.degrade(scored.degraded);
  // The other side of a conflict is seldom found by the same question.
  const opposed = disputes?.opposed ?? [];
  const other_sides =
    opposed.length === 0 ? null : await stages.run("other sides", () => score(opposed), null);
  const candidates = other_sides
    ? [...scored.candidates, ...other_sides.candidates].sort(byPlace)
    : scored.candidates;
  const floors = floorsOf(settings, scored.model.floors);
  const most = settings.max_context_memories;
  const findings = await examine({
    db,
    organization_id,
    candidates,
    floors,
    most,
    disputes: disputes?.others ?? new Map(),
    ref: question.ref,
    repository,
    task,
    stages,
    afterwards: request.afterwards,
    verify_ms: options.verify_ms ?? VERIFY_MS,
    now: at,
  });
  return chooseForPack({
    candidates,
    floors,
    findings: { ...findings, disputes: disputes?.others ?? new Map() },
    most,
  });
}

function whatMayBeGiven({
  surroundings,
  question,
  repository,
  agent,
}: Pick<ChooseRequest, "surroundings" | "question" | "repository" | "agent">): MemoryWhere {
  const reach: Partial<MemoryWhere> = repository
    ? { reaching_repository_id: repository.id }
    : // Without a repository, only what reaches beyond one.
      { scope: ["global", "agent", "session"] };
  return {
    ...seenBy(surroundings.actor),
    asking_agent: agent ?? "",
    asking_session: question.session_id,
    status: ["active"],
    addressed: false,
    deleted: false,
    ...reach,
  };
}

/** The measured floors, or the one that the settings name: what opens a pack; what joins it is never above. */
function floorsOf({ relevance_floor }: Settings, measured: Floors): Floors {
  if (relevance_floor === null) return measured;
  return { open: relevance_floor, join: Math.min(measured.join, relevance_floor) };
}

/** For a reviewer, one line for each rule whose findings are often rejected in the changed files. */
async function ruleLinesFor({
  surroundings,
  question,
  repository,
  settings,
  agent,
  agent_type,
  stages,
  at,
}: Pick<
  ChooseRequest,
  "surroundings" | "question" | "repository" | "settings" | "agent" | "agent_type" | "stages" | "at"
>): Promise<string[]> {
  if (agent_type !== REVIEWER || !repository || question.changed_files.length === 0) return [];
  const rates = await stages.run(
    "rules",
    () =>
      findRuleRates(surroundings.db, {
        where: whatMayBeGiven({ surroundings, question, repository, agent }),
        repositoryId: repository.id,
        changedFiles: question.changed_files,
        settings,
        now: at,
        limit: MAX_RULE_LINES,
      }),
    [],
  );
  return rates.map(({ text }) => text);
}

function writePackOf({
  judged,
  rule_lines,
  question,
  settings,
  agent_type,
  stages,
}: {
  judged: readonly Judged[];
  rule_lines: readonly string[];
  question: ContextQuestion;
  settings: Settings;
  agent_type: string;
  stages: Stages;
}): Pack {
  const { tokens, characters } = budgetOf({ agent_type, question, settings });
  const placed = (place: Judged["place"]) => judged.filter((one) => one.place === place);
  return writePack({
    items: placed("served").map(toItem),
    checks: placed("check_before_use").map(toCheck),
    rule_lines,
    agent_type,
    developer: question.developer ?? null,
    missing: missingParts(stages),
    limits: { characters, tokens, count: counterFor(stages) },
  });
}

/** What was missing for this answer and may have left memories out. */
const missingParts = ({ degraded }: Stages) => degraded.filter((part) => !HARMLESS.test(part));

function outcomeOf({
  pack,
  judged,
  stages,
}: {
  pack: Pack;
  judged: readonly Judged[];
  stages: Stages;
}): Pick<Context, "outcome" | "reason"> {
  if (pack.tokens_of.size > 0 || pack.has_rules) return { outcome: "served", reason: null };
  const missing = missingParts(stages);
  if (missing.length > 0)
    return {
      outcome: "degraded",
      reason: `Nothing was found, but not everything could be read (${missing.join(", ")}).`,
    };
  const before = judged.some(({ reason }) => reason === DELIVERED_BEFORE);
  return {
    outcome: "empty",
    reason: before
      ? "All that is relevant was delivered in this session already."
      : "Nothing that is remembered is relevant to this task.",
  };
}

/** What the context window of the question has already; nothing when no window was named. */
async function deliveredBefore(
  { actor: { organization_id }, db }: Surroundings,
  { question, options, stages }: { question: ContextQuestion; options: ContextOptions; stages: Stages },
): Promise<Delivered> {
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
