import type { Database } from "@/lib/db/client";
import { type Asking, findOpposed, similarityOf } from "@/lib/db/sql/pack-candidates";
import {
  adjustments,
  changeOfEmbedder,
  type LineRange,
  memoriesThen,
  memoriesWithOpposed,
  modelsFor,
  type PreparedQuery,
  type QuestionModels,
  type Relevance,
  type RelevanceModel,
  type RelevanceSignals,
  relevanceOf,
  type TextSignals,
  textSignals,
  verdictOfCitations,
} from "@/lib/memories";
import type { Memory } from "@/lib/memories/contract";
import type { ContextScores } from "../contract";
import type { CandidateSource, PoolEntry } from "./candidates";
import { GENERAL } from "./category";
import { type ChangeSignals, changeSignals, NO_CHANGE_SIGNALS } from "./change-signals";
import type { Part } from "./pack";
import type { Change } from "./triggers";

/** A memory that is considered for a pack, with its probability of being relevant to the task. */
export type PackCandidate = {
  memory: Memory;
  part: Part;
  sources: ReadonlySet<CandidateSource>;
  signals: RelevanceSignals;
  /** The probability, 0 to 1, that the signals add up to. */
  relevance: Relevance;
  /** What candidates are ordered by: relevance, moved a little by quality, recency and verification. */
  score: number;
  scores: ContextScores;
  /** Where changed files violate its probe; null: nowhere. */
  violated: string | null;
  /** Why it is a candidate, as the end of a sentence that begins with "It". */
  why: string;
};

export type RelevanceRequest = {
  db: Database;
  organization_id: string;
  /** Whose memories of the other sides of conflicts count. */
  asking: Asking;
  pool: readonly PoolEntry[];
  /** The task; its vector is compared with what search did not find by meaning. */
  task: PreparedQuery;
  agent_type: string;
  category: string;
  changed_files: readonly string[];
  /** The lines that are changed, as far as they are known. */
  changed_lines: readonly LineRange[];
  change: Change;
  /** Whether probabilities are lowered by what the organization's outcomes taught. */
  learning: boolean;
  /** Memories are judged by what they said at this moment. */
  as_of: string | undefined;
  now: Date;
};

export type Opposed = { memory_id: string; opposed: readonly string[] };

export type ScoredPool = {
  candidates: PackCandidate[];
  /** Of those that are in open conflicts, the memories of the other sides. */
  opposed: Opposed[];
  model: RelevanceModel;
  /** Said when most memories could not be compared by meaning because the embedder was changed; null otherwise. */
  degraded: string | null;
};

/** Reads the memories of a pool and judges each by one model, the best first. */
export async function scorePool(request: RelevanceRequest): Promise<ScoredPool> {
  const { db, organization_id, pool, task } = request;
  const { vector, embedder } = await task.meaning;
  const withoutVector = pool
    .filter(({ found, vector: compared }) => (found?.vector ?? compared) === null)
    .map(({ id }) => id);
  const [learned, { memories, opposed }, similarities] = await Promise.all([
    modelsFor(db, { organization_id, embedder_id: embedder?.id ?? null, learning: request.learning }),
    readPool(request),
    vector
      ? similarityOf(db, { organization_id, ids: withoutVector, embedder, vector })
      : new Map<string, number>(),
  ]);
  const entries = new Map(pool.map((entry) => [entry.id, entry]));
  const cosineOf = ({ id }: Memory) => {
    const { found, vector: compared } = entries.get(id) ?? {};
    return found?.vector ?? compared ?? similarities.get(id) ?? null;
  };
  const unembedded = memories.filter((memory) => cosineOf(memory) === null).map(({ id }) => id);
  // Where most have no vector, as after a change of the embedder, the floors are those of words alone.
  const isByWords = embedder === null || 2 * unembedded.length > memories.length;
  const models = isByWords ? { meaning: learned.words, words: learned.words } : learned;
  const degraded =
    isByWords && embedder !== null
      ? await changeOfEmbedder(db, { organization_id, ids: unembedded, embedder })
      : null;
  const changes = changeSignals(memories, request);
  const candidates = memories.flatMap((memory): PackCandidate[] => {
    const entry = entries.get(memory.id);
    if (!entry) return [];
    const change = changes.get(memory.id) ?? NO_CHANGE_SIGNALS;
    return [toCandidate(memory, { entry, cosine: cosineOf(memory), models, change, request })];
  });
  candidates.sort(byPlace);
  return { candidates, opposed, model: models.meaning, degraded };
}

type ReadPool = { memories: Memory[]; opposed: Opposed[] };

/** The memories of a pool as they are, or as they were at the moment that is asked about; conflicts are those of now. */
async function readPool({ db, organization_id, asking, pool, as_of }: RelevanceRequest): Promise<ReadPool> {
  const ids = pool.map(({ id }) => id);
  if (as_of === undefined) {
    const read = await memoriesWithOpposed(db, { asking, ids });
    return {
      memories: read.map(({ memory }) => memory),
      opposed: read.map(({ memory, opposed }) => ({ memory_id: memory.id, opposed })),
    };
  }
  const [found, opposed] = await Promise.all([
    memoriesThen(db, { organization_id, ids, at: as_of, texts: true }),
    findOpposed(db, { asking, ids }),
  ]);
  return { memories: found.flatMap(({ was }) => was ?? []), opposed };
}

/** What has a share of its own comes before what is only probable; then by score. */
export function byPlace(a: PackCandidate, b: PackCandidate): number {
  const reserved = ({ sources }: PackCandidate) => {
    if (sources.has("rejection")) return 1;
    return 0;
  };
  return reserved(b) - reserved(a) || b.score - a.score || b.memory.id.localeCompare(a.memory.id);
}

type Evidence = {
  entry: PoolEntry;
  cosine: number | null;
  models: QuestionModels;
  change: ChangeSignals;
  request: RelevanceRequest;
};

function toCandidate(memory: Memory, { entry, cosine, models, change, request }: Evidence): PackCandidate {
  const { found, words, sources, violated = null } = entry;
  const { agent_type, category, now } = request;
  // What is not embedded yet has no cosine to be judged by, which says nothing against it.
  const model = cosine === null ? models.words : models.meaning;
  const signals: RelevanceSignals = {
    meaning: cosine ?? 0,
    ...textOf(entry, model),
    ...change,
    agent_type: memory.agent_type === agent_type ? 1 : 0,
    category: category !== GENERAL && memory.category === category ? 1 : 0,
  };
  const relevance = relevanceOf(signals, model);
  const verdict = verdictOfCitations(memory.citations);
  const factors = adjustments({ ...memory, verdict }, now);
  const score = relevance.probability * factors.quality * factors.recency * factors.verification;
  return {
    memory,
    part: partOf(memory, agent_type),
    sources,
    signals,
    relevance,
    score,
    scores: {
      relevance: relevance.probability,
      contributions: relevance.contributions,
      model: model.key,
      learned: model.shift,
      vector: cosine,
      bm25: words?.bm25 ?? null,
      trigram: found?.trigram ?? null,
      ...factors,
    },
    violated,
    why: violated === null ? reasonOf(sources, change) : `is violated in a changed file, at ${violated}`,
  };
}

/**
 * Names in a diff are many and of everything that it touches, so that they say half of what words of the task do. Counted in full
 * 33 % of what was given mattered in tasks of seven repositories, counted by half 51 % (docs/recall.md).
 */
const NAMES_WEIGHT = 0.5;

/** What the words of the task say of a memory, or the names in the diff where these say more. */
function textOf({ words, names }: PoolEntry, model: RelevanceModel): TextSignals {
  const task = textSignals(words);
  const named = textSignals(names);
  const halved: TextSignals = {
    words: NAMES_WEIGHT * named.words,
    coverage: NAMES_WEIGHT * named.coverage,
    rare_words: NAMES_WEIGHT * named.rare_words,
  };
  if (addsOf(halved, model) > addsOf(task, model)) return halved;
  return task;
}

const addsOf = ({ words, coverage, rare_words }: TextSignals, { weights }: RelevanceModel): number =>
  weights.words * words + weights.coverage * coverage + weights.rare_words * rare_words;

/** Where a memory is in a pack: by its kind, and what agents learned by who learned it. */
function partOf({ kind, agent_type }: Memory, asking_type: string): Part {
  switch (kind) {
    case "convention":
      return "conventions";
    case "rejection_pattern":
    case "review_outcome":
      return "reviews";
    case "framework_knowledge":
      return "frameworks";
    case "developer_preference":
      return "preferences";
    default:
      if (agent_type === asking_type) return "own";
      return "others";
  }
}

function reasonOf(sources: ReadonlySet<CandidateSource>, change: ChangeSignals): string {
  if (sources.has("rejection")) return "was rejected in a changed file";
  if (change.cited_lines === 1) return "cites changed lines";
  if (change.cited_file > 0) return "cites a changed file";
  if (change.changed_glob > 0) return "applies to a changed file";
  if (sources.has("file_pattern")) return "covers a changed file with its file pattern";
  if (change.kind_of_change > 0) return "applies to this kind of change";
  if (sources.has("preference")) return "is a preference of the developer";
  if (sources.has("framework")) return "is about a framework of the repository";
  if (sources.has("search")) return "is about the task";
  if (sources.has("dispute")) return "contradicts another memory of this pack";
  return "was learned or confirmed lately";
}
