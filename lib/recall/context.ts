import { isAllowed, type ResolvedAgentType, resolveAgentType, settingsOf } from "@/lib/access";
import type { Settings } from "@/lib/access/contract";
import type { Embedder } from "@/lib/ai";
import { loadTokenizer, tokenizer, tokensAtMost } from "@/lib/ai";
import type { Repository } from "@/lib/citations";
import type { Database } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memories";
import { insertRecall } from "@/lib/db/sql/recall";
import { type Actor, actorRef } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import {
  isStale,
  lookOver,
  prepareQuery,
  redactTexts,
  resolveRepository,
  seenBy,
  type Withheld,
} from "@/lib/memories";
import type { Memory } from "@/lib/memories/contract";
import { metrics } from "@/lib/telemetry/metrics";
import { gatherCandidates, type PackCandidate, servedOf } from "./candidates";
import { categoryOf, GENERAL } from "./category";
import type { Context, ContextMemory, ContextQuestion } from "./contract";
import { Afterthoughts } from "./later";
import { type CheckItem, flat, MAX_CHARACTERS, PARTS, type PackItem, writePack } from "./pack";
import { sayTheSame } from "./same";
import { round, Stages } from "./stages";
import { type Usable, verifyInTime } from "./verify";

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
  /** Milliseconds for everything; what is not there by then is left out and told. Default 3,000. */
  limit_ms?: number;
  /** Milliseconds of them for checking citations. Default 400. */
  verify_ms?: number;
  /** Milliseconds for the query's vector. Default 700. */
  embed_ms?: number;
  /** Instead of the settings in force, for comparing. */
  settings?: Partial<Settings>;
  /** Characters the pack has, about; at most 7,900. Default: as the settings say. */
  characters?: number;
  /** false: nothing is recorded and no memory counts as used. Default true. */
  record?: boolean;
};

/** A candidate with what became of it, as the ledger keeps it. */
export type Judged = PackCandidate & {
  place: "served" | "check_before_use" | "out";
  reason: string;
  tokens: number;
};

/** A context with everything that was looked at for it. */
export type Recalled = Context & {
  candidates: Judged[];
  stages: { name: string; ms: number }[];
  settings: Settings | null;
};

const LIMIT_MS = 3_000;
const VERIFY_MS = 400;
const SAFETY_MS = 150;
const EMBED_MS = 700;
const LEDGER_MS = 250;
const MAX_QUERY = 2_000;
const MAX_CHECKS = 5;
const SPARE = 3;

/**
 * Builds what an agent is given before it works, as product part 2 says, and records it as a recall. Whatever is missing
 * (no embedder, a slow database, checks out of time) is named in `degraded` and never thrown: at worst the context is
 * empty. Memory off and an agent that is not allowed get an empty context with the `reason`.
 * @throws AppError invalid_input for a repository that the actor cannot see or a ref that does not exist.
 */
export async function buildContext(
  surroundings: Surroundings,
  question: ContextQuestion,
  options: ContextOptions = {},
): Promise<Recalled> {
  const { actor, db, now } = surroundings;
  const { organization_id } = actor;
  const stages = new Stages(options.limit_ms ?? LIMIT_MS);
  const afterwards = new Afterthoughts();
  const at = now();
  // Begun before anything else, for it takes longest; settled in any case.
  const meaning = { embedder: surroundings.ai.embedder, deadline_ms: options.embed_ms ?? EMBED_MS };
  const query = question.task.slice(0, MAX_QUERY);
  const task = prepareQuery(query, meaning);
  const asked_for = [question.goal, question.issue_title].filter((text) => text !== undefined).join("\n");
  const goal = asked_for === "" ? task : prepareQuery(asked_for.slice(0, MAX_QUERY), meaning);

  const category_guessed = question.category === undefined;
  const category = question.category ?? categoryOf(query);
  const answer = (rest: Partial<Recalled>): Recalled => ({
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
    degraded: stages.degraded,
    latency_ms: round(stages.elapsed()),
    candidates: [],
    stages: stages.times,
    settings: null,
    ...rest,
  });

  const ground = await stages.run(
    "settings",
    async () => {
      const repository = options.repository ?? (await repositoryOf(surroundings, question));
      const settings = await settingsOf(db, { organization_id, repository_id: repository?.id });
      return { repository, settings: { ...settings, ...options.settings } };
    },
    null,
  );
  if (!ground) {
    metrics().memory_query_failures.inc();
    return answer({ outcome: "failed", reason: "The settings could not be read in time." });
  }
  const { repository, settings } = ground;
  const agent = options.agent ?? (actor.kind === "agent" ? actor.name : null);
  const resolved = resolveAgentType(
    { ...question, agent_type: question.agent_type ?? (question.agent_file ? undefined : typeOfKey(actor)) },
    settings,
  );
  const { agent_type } = resolved;
  const refusal = refusalOf({ settings, agent, resolved });
  if (refusal) return answer({ agent_type, settings, ...refusal });

  const degraded_embedding = task.meaning.then(({ degraded }) => degraded && stages.degrade(degraded));
  const developer = question.developer ?? null;
  const where: MemoryWhere = {
    ...seenBy(actor),
    asking_agent: agent ?? "",
    asking_session: question.session_id,
    status: ["active"],
    addressed: false,
    deleted: false,
    // Without a repository, only what reaches beyond one.
    ...(repository ? { reaching_repository_id: repository.id } : { scope: ["global", "agent", "session"] }),
  };
  const candidates = await gatherCandidates({
    ...{ db, stages, now: at, settings, agent_type, category, category_guessed, repository, developer },
    ...{ where, task, goal, ref: question.ref, changed_files: question.changed_files },
  });
  await stages.run("embedding", () => degraded_embedding, null);
  const judged = await judge(surroundings, {
    ...{ candidates, stages, afterwards, settings, question, repository, task, options, now: at },
  });

  const token_budget = Math.min(question.token_budget ?? settings.token_budget, settings.token_budget);
  const pack = writePack({
    items: judged.filter(({ place }) => place === "served").map((one) => toItem(one)),
    checks: judged.filter(({ place }) => place === "check_before_use").map(toCheck),
    agent_type,
    developer,
    limits: {
      characters: Math.min(options.characters ?? settings.context_characters, MAX_CHARACTERS),
      tokens: token_budget,
      count: counterFor(stages),
    },
  });
  const final = judged.map((one): Judged => {
    const tokens = pack.tokens_of.get(one.memory.id) ?? 0;
    return pack.left_out.has(one.memory.id)
      ? { ...one, place: "out", reason: "There was no room for it in the budget.", tokens }
      : { ...one, tokens };
  });
  const of = (place: Judged["place"]) => final.filter((one) => one.place === place);
  const served = of("served");
  const unchecked = of("check_before_use");
  const recalled = answer({
    outcome: pack.markdown === "" ? "empty" : "served",
    reason: pack.markdown === "" ? "Nothing that is remembered fits." : null,
    ...{ agent_type, settings, context: pack.markdown, tokens: pack.tokens },
    characters: pack.markdown.length,
    memories: served.map(toMemory),
    check_before_use: unchecked.map(toMemory),
    candidates: final,
  });
  if (options.record === false) {
    afterwards.begin();
    return { ...recalled, latency_ms: round(stages.elapsed()) };
  }

  const recall_id = newId();
  const latency_ms = round(stages.elapsed());
  const ref = actorRef(actor);
  const recorded = await keep(stages, async () => {
    // The ledger is read by people and kept: a task may hold a secret as well as an answer.
    const kept = await withoutSecrets({ ...question, task: query });
    await insertRecall(db, {
      organization_id,
      recall: {
        ...{ id: recall_id, at, door: options.door ?? "context", latency_ms, agent, agent_type, category },
        ...{ actor_kind: ref.kind, actor_id: ref.id, actor_name: ref.name },
        repository_id: repository?.id ?? null,
        session_id: question.session_id ?? null,
        task: kept.task,
        question: questionKept(kept, category_guessed),
        settings,
        outcome: recalled.outcome,
        ...{ pack: recalled.context, tokens: recalled.tokens, characters: recalled.characters },
        candidate_count: final.length,
        served_count: served.length,
        unchecked_count: unchecked.length,
        ...{ stages: stages.times, degraded: stages.degraded },
      },
      candidates: final.map(({ memory, part, place, reason, why, score, scores, tokens }, index) => ({
        ...{ memory_id: memory.id, position: index + 1, part, place, score, scores, tokens },
        reason: place === "served" ? `It ${why}.` : reason,
      })),
      events: served.map(({ memory }) => ({ id: newId(), memory_id: memory.id })),
    });
  });
  // The ledger has written to the same rows until now.
  afterwards.begin();
  metrics().memories_loaded.inc({ agent_type }, served.length);
  metrics().memory_query_time_ms.observe(stages.elapsed());
  return { ...recalled, recall_id: recorded ? recall_id : null, latency_ms: round(stages.elapsed()) };
}

async function repositoryOf(
  { actor, db }: Surroundings,
  question: ContextQuestion,
): Promise<Repository | null> {
  const bound = actor.repository_ids?.length === 1 ? actor.repository_ids[0] : undefined;
  const reference = question.repository ?? question.repo ?? bound;
  if (reference === undefined) return null;
  return resolveRepository(db, { actor, reference, pointer: "/repository" });
}

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

// Choosing ---------------------------------------------------------------------------------------------------

const worthOf = ({ part }: PackCandidate) => PARTS.indexOf(part);

/** What is served, what is to be checked first, and what is left out with the reason; the worthiest first. */
async function judge(
  { actor, db }: Surroundings,
  given: {
    candidates: readonly PackCandidate[];
    stages: Stages;
    afterwards: Afterthoughts;
    settings: Settings;
    question: ContextQuestion;
    repository: Repository | null;
    task: ReturnType<typeof prepareQuery>;
    options: ContextOptions;
    now: Date;
  },
): Promise<Judged[]> {
  const { stages, afterwards, settings, question, repository, task, options } = given;
  const { organization_id } = actor;
  const ordered = [...given.candidates].sort((a, b) => worthOf(a) - worthOf(b) || b.score - a.score);
  const memories = ordered.map(({ memory }) => memory);
  const near = ordered.filter((one) => placeInPart(ordered, one) < servedOf(one.part, settings) + SPARE);
  // By the newest rules first: what they suspect need not be checked, and nothing that they did not see is served.
  const unseen = new Map(
    memories.filter(isStale).map(({ id }) => [id, "could not be looked over for safety in time"]),
  );
  const withheld: Withheld = await stages.run(
    "safety",
    () =>
      lookOver(db, {
        organization_id,
        memories,
        budget_ms: Math.min(SAFETY_MS, stages.left()),
        now: given.now,
      }),
    unseen,
  );
  const [usable, same] = await Promise.all([
    stages.run(
      "verification",
      () =>
        verifyInTime(db, {
          organization_id,
          memories: near.map(({ memory }) => memory),
          ref: question.ref,
          repositories: repository ? [repository] : [],
          afterwards,
          budget_ms: Math.min(options.verify_ms ?? VERIFY_MS, stages.left()),
        }),
      new Map<string, Usable>(),
    ),
    stages.run(
      "diversity",
      async () =>
        sayTheSame(db, { organization_id, memories, embedder_id: (await task.meaning).embedder?.id ?? null }),
      () => false,
    ),
  ]);
  if (
    near.some(
      ({ memory }) => memory.citations.length > 0 && (usable.get(memory.id) ?? "unchecked") === "unchecked",
    )
  )
    stages.degrade("verification: incomplete");

  const kept: Judged[] = [];
  const counts = new Map<string, number>();
  let checks = 0;
  return ordered.map((candidate): Judged => {
    const { memory, part } = candidate;
    const out = (reason: string): Judged => ({ ...candidate, place: "out", reason, tokens: 0 });
    const count = counts.get(part) ?? 0;
    const most = servedOf(part, settings);
    const state = memory.citations.length === 0 ? "verified" : (usable.get(memory.id) ?? "unchecked");
    const suspicious = withheld.get(memory.id);
    if (suspicious !== undefined) return out(`It ${suspicious}.`);
    if (state === "failed") return out("The code that it cites has changed.");
    const other = kept.find((one) => same(one.memory, memory));
    if (other) return out(`It says the same as ${other.memory.id}.`);
    if (count >= most) return out(`Of this part the best ${most} are served.`);
    if (state === "unchecked") {
      if (++checks > MAX_CHECKS) return out("Its citations could not be checked in time.");
      return {
        ...candidate,
        place: "check_before_use",
        reason: "Its citations could not be checked in time.",
        tokens: 0,
      };
    }
    counts.set(part, count + 1);
    const served: Judged = { ...candidate, place: "served", reason: candidate.why, tokens: 0 };
    kept.push(served);
    return served;
  });
}

function placeInPart(ordered: readonly PackCandidate[], candidate: PackCandidate): number {
  return ordered.filter(({ part }) => part === candidate.part).indexOf(candidate);
}

// Writing ----------------------------------------------------------------------------------------------------

export function counterFor(stages: Stages): (text: string) => number {
  const count = tokenizer();
  if (count) return count;
  // Loading holds the process for half a second: after this answer, which counts bytes meanwhile (never fewer).
  setTimeout(() => void loadTokenizer(), 50).unref();
  stages.degrade("tokenizer: loading");
  return tokensAtMost;
}

const string = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

export function toItem({ memory, part }: PackCandidate): PackItem {
  const { id: memory_id, metadata, category, quality, agent_type } = memory;
  const quality_aside = ` (quality: ${quality.toFixed(2)})`;
  const item = { memory_id, part, statement: memory.statement, outcome: memory.outcome };
  switch (part) {
    case "own": {
      const instead = memory.kind === "anti_pattern" ? string(metadata.instead) : null;
      const statement = instead === null ? memory.statement : `${memory.statement} Instead: ${instead}`;
      return { ...item, statement, title: category, aside: quality_aside };
    }
    case "others":
      return { ...item, title: `From ${agent_type ?? "another agent"}`, aside: `: ${flat(category)}` };
    case "reviews": {
      const rejected = memory.kind === "rejection_pattern";
      const pattern = string(metadata.file_pattern);
      return {
        ...item,
        title: rejected
          ? (string(metadata.rule_category) ?? GENERAL)
          : (string(metadata.verdict) ?? "review"),
        aside: rejected ? `: rejected${pattern === null ? "" : ` in \`${flat(pattern)}\``}` : "",
        outcome: rejected ? string(metadata.rejection_reason) : memory.outcome,
      };
    }
    case "conventions":
      return { ...item, title: string(metadata.subject) ?? category, aside: ` (${placesOf(memory)})` };
    case "frameworks":
      return {
        ...item,
        title: string(metadata.framework) ?? "framework",
        aside: `: ${flat(string(metadata.pattern_name) ?? category)}`,
        outcome: string(metadata.correct_usage),
      };
    case "preferences":
      return { ...item, title: string(metadata.preference_type) ?? category, aside: "" };
  }
}

function placesOf({ citations }: Memory): string {
  const [first, ...rest] = citations.map(
    ({ path, line_start, line_end }) =>
      `\`${flat(path)}:${line_start === line_end ? line_start : `${line_start}–${line_end}`}\``,
  );
  return rest.length > 0 ? `${first} and ${rest.length} more` : (first ?? "");
}

const toCheck = ({ memory }: PackCandidate): CheckItem => ({
  memory_id: memory.id,
  statement: memory.statement,
  places: placesOf(memory),
});

function toMemory({ memory, part, score, scores, why }: Judged): ContextMemory {
  const { id: memory_id, kind, category, agent_type, quality, statement, outcome, citations } = memory;
  return {
    ...{ memory_id, part, kind, category, agent_type, quality, statement, outcome, citations },
    ...{ score, scores, why: `It ${why}.` },
  };
}

// The ledger -------------------------------------------------------------------------------------------------

const KEPT_FILES = 200;

async function withoutSecrets(question: ContextQuestion): Promise<ContextQuestion> {
  const { task, goal, issue_title } = question;
  const [first, second, third] = await redactTexts(
    [task, goal ?? "", issue_title ?? ""].map((text) => ({ text })),
  );
  return {
    ...question,
    task: first?.text ?? "",
    ...(goal === undefined ? {} : { goal: second?.text }),
    ...(issue_title === undefined ? {} : { issue_title: third?.text }),
  };
}

function questionKept(question: ContextQuestion, category_guessed: boolean): Record<string, unknown> {
  return { ...question, changed_files: question.changed_files.slice(0, KEPT_FILES), category_guessed };
}

/** Waits for the ledger a moment only; true when the recall is recorded by then, or will be. */
export async function keep(stages: Stages, write: () => Promise<void>): Promise<boolean> {
  let failed = false;
  const written = write().catch((error: unknown) => {
    failed = true;
    throw error;
  });
  const left = new Stages(LEDGER_MS);
  await left.run("ledger", () => written, undefined);
  stages.times.push(...left.times);
  for (const what of left.degraded) stages.degrade(what);
  return !failed;
}
