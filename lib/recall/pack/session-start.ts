import { isAllowed, settingsOf } from "@/lib/access";
import type { Settings } from "@/lib/access/contract";
import type { Repository } from "@/lib/citations";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { actorRef } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import {
  type BlockedMemories,
  findCandidates,
  isStale,
  memoriesByIds,
  NO_SIGNALS,
  prepareQuery,
  scanMemories,
  seenBy,
} from "@/lib/memories";
import type { Memory, MemoryKind } from "@/lib/memories/contract";
import { contextGet } from "../contract";
import { recordRecall } from "../ledger/ledger";
import { counterFor } from "./budget";
import { GENERAL } from "./category";
import type { Judged } from "./choose";
import { asHeldOut, isInHoldout } from "./holdout";
import { toItem } from "./items";
import { sayTheSame } from "./near-duplicates";
import { withTokens, writePack } from "./pack";
import type { Surroundings } from "./request";
import { round, Stages } from "./stages";
import { holdsForEveryChange } from "./universal";
import { type Usable, verifyInTime } from "./verify";

const MAX_RULES = 5;
const CANDIDATES = 60;
const CHARACTERS = 1_000;
const LIMIT_MS = 1_500;
const VERIFY_MS = 400;
const SAFETY_MS = 200;
/** The task of what a session begins with, which is no question of anybody. */
export const SESSION_START_TASK = "The start of a session";

const RULES: readonly MemoryKind[] = ["convention", "procedure", "decision", "anti_pattern"];
/** A session start has no task: rules for every change are found by the words in which such rules are stated. */
const WORDS_OF_RULES =
  "every change each commit push pull request review changelog sign off lint format type check pre-commit new file module imports";

type StartRequest = {
  repository: Repository;
  session_id: string;
  ref: string | undefined;
};

/** What a session begins with; without a recall when nothing was given or it was not recorded. */
export type StartPack = { context: string; recall_id: string | null; memories: Memory[] };

const NO_PACK: StartPack = { context: "", recall_id: null, memories: [] };

/**
 * The rules of a repository that hold for nearly every change, for the start of a session: at most five whose code was
 * seen to say so, in about 1,000 characters, framed as every pack is and recorded as a recall. Empty when there is none,
 * memory is off or this agent is not given packs; never an error, and never later than 1.5 seconds.
 */
export async function conventionsAtStart(
  surroundings: Surroundings,
  request: StartRequest,
): Promise<StartPack> {
  const { actor, db, now } = surroundings;
  const { organization_id } = actor;
  const stages = new Stages(LIMIT_MS);
  const at = now();
  const agent = actor.kind === "agent" ? actor.name : null;
  const found = await stages.run("rules", () => findRules(surroundings, request, agent), null);
  if (!found || found.rules.length === 0) return NO_PACK;
  const judged = await judgeRules(surroundings, { request, rules: found.rules, stages, at });
  const served = judged.filter(({ place }) => place === "served");
  const pack = writePack({
    items: served.map(toItem),
    checks: [],
    agent_type: "main",
    developer: null,
    limits: { characters: CHARACTERS, tokens: found.settings.token_budget, count: counterFor(stages) },
  });
  if (pack.markdown === "") return NO_PACK;
  const held_out = await isInHoldout(db, {
    settings: found.settings,
    organization_id,
    session_id: request.session_id,
    repository_id: request.repository.id,
    stages,
    now: at,
  });
  const recall_id = newId();
  const chosen = withTokens(judged, pack);
  const final = held_out ? chosen.map(asHeldOut) : chosen;
  const recorded = await recordRecall(db, {
    organization_id,
    stages,
    entry: {
      id: recall_id,
      at,
      door: "session_start",
      actor: actorRef(actor),
      agent,
      agent_type: "main",
      repository_id: request.repository.id,
      session_id: request.session_id,
      category: GENERAL,
      question: contextGet.input.parse({ task: SESSION_START_TASK }),
      details: {},
      settings: found.settings,
      outcome: held_out ? "held_out" : "served",
      pack: pack.markdown,
      tokens: held_out ? 0 : pack.tokens,
      characters: held_out ? 0 : pack.markdown.length,
      latency_ms: round(stages.elapsed()),
      judged: final,
    },
  });
  if (held_out) return NO_PACK;
  return {
    context: pack.markdown,
    recall_id: recorded ? recall_id : null,
    memories: final.filter(({ place }) => place === "served").map(({ memory }) => memory),
  };
}

async function findRules(
  { actor, db }: Surroundings,
  { repository }: StartRequest,
  agent: string | null,
): Promise<{ settings: Settings; rules: Memory[] } | null> {
  const { organization_id } = actor;
  const settings = await settingsOf(db, { organization_id, repository_id: repository.id });
  if (!settings.enabled || !isAllowed(settings, { agent, agent_type: "main", named: null })) return null;
  const where: MemoryWhere = {
    ...seenBy(actor),
    repository_id: repository.id,
    kind: RULES,
    status: ["active"],
    addressed: false,
    deleted: false,
  };
  const query = prepareQuery(WORDS_OF_RULES, { embedder: null });
  const { found } = await findCandidates(db, { query, where, limit: CANDIDATES });
  const memories = await memoriesByIds(db, { organization_id, ids: found.map(({ id }) => id) });
  const rules = memories.filter(
    ({ statement, citations }) => citations.length > 0 && holdsForEveryChange(statement),
  );
  // What was confirmed most often is the surest; ids keep the order stable.
  rules.sort((a, b) => b.quality - a.quality || b.id.localeCompare(a.id));
  return { settings, rules };
}

async function judgeRules(
  { actor, db }: Surroundings,
  {
    request,
    rules,
    stages,
    at,
  }: { request: StartRequest; rules: readonly Memory[]; stages: Stages; at: Date },
): Promise<Judged[]> {
  const { organization_id } = actor;
  const unseen = new Map(rules.filter(isStale).map(({ id }) => [id, "could not be scanned in time"]));
  const blocked: BlockedMemories = await stages.run(
    "safety",
    () => scanMemories(db, { organization_id, memories: rules, budget_ms: SAFETY_MS, now: at }),
    unseen,
  );
  const memories = rules.filter(({ id }) => !blocked.has(id));
  const usable = await stages.run(
    "verification",
    () =>
      verifyInTime(db, {
        organization_id,
        memories,
        ref: request.ref,
        repositories: [request.repository],
        budget_ms: Math.min(VERIFY_MS, stages.left()),
      }),
    new Map<string, Usable>(),
  );
  const same = await stages.run(
    "diversity",
    () => sayTheSame(db, { organization_id, memories, embedder_id: null }),
    () => false,
  );
  const kept: Memory[] = [];
  return memories.map((memory) => {
    if (usable.get(memory.id) !== "verified")
      return judgedRule(memory, "out", "The code that it cites could not be seen to hold.");
    if (kept.some((other) => same(other, memory)))
      return judgedRule(memory, "out", "Another rule says the same.");
    if (kept.length >= MAX_RULES) return judgedRule(memory, "out", `The best ${MAX_RULES} are given.`);
    kept.push(memory);
    return judgedRule(memory, "served", "holds for nearly every change of the repository");
  });
}

/** A rule is not judged by its relevance to a task, for there is none. */
function judgedRule(memory: Memory, place: "served" | "out", reason: string): Judged {
  return {
    memory,
    part: "conventions",
    sources: new Set(["search"]),
    violated: null,
    signals: NO_SIGNALS,
    relevance: { probability: 0, contributions: [] },
    score: 0,
    scores: {
      relevance: null,
      contributions: [],
      model: null,
      learned: 0,
      vector: null,
      bm25: null,
      trigram: null,
      quality: 1,
      recency: 1,
      verification: 1,
    },
    why: reason,
    place,
    reason,
    tokens: 0,
  };
}
