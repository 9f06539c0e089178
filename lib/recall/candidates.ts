import picomatch from "picomatch";
import type { Settings } from "@/lib/access/contract";
import type { Repository } from "@/lib/citations";
import type { Database } from "@/lib/db/client";
import { findMemoryKeys, type MemoryWhere } from "@/lib/db/sql/memories";
import { findByValues, findCitedConventions, findValues, similarityOf } from "@/lib/db/sql/recall";
import {
  adjustments,
  type Found,
  findCandidates,
  memoriesByIds,
  type PreparedQuery,
  scoreOf,
  verdictOf,
} from "@/lib/memories";
import type { Memory, MemoryKind } from "@/lib/memories/contract";
import { GENERAL } from "./category";
import type { ContextScores } from "./contract";
import { frameworkKey } from "./frameworks";
import { frameworksOf } from "./manifests";
import type { Part } from "./pack";
import type { Stages } from "./stages";

/** A memory that was looked at for a pack. */
export type PackCandidate = {
  memory: Memory;
  part: Part;
  score: number;
  scores: ContextScores;
  /** Why it is a candidate. */
  why: string;
};

/** What agents learn: these need the quality of the settings, other kinds need none. */
export const LEARNED: readonly MemoryKind[] = ["decision", "procedure", "anti_pattern", "error_solution"];
/** What an agent's own part is made of; the other kinds have parts of their own. */
const OWN_KINDS: readonly MemoryKind[] = [...LEARNED, "convention", "fact"];
const WITH_OTHERS: ReadonlySet<string> = new Set(["architect", "builder"]);
const OTHERS_NEED_MORE = 0.1;

const OTHERS = 5;
const REVIEWS = 5;
const FEW = 3;
const GUESSED_CATEGORY = 1.15;
/** Through filters as narrow as a part's, each further neighbour costs the index a long way. */
const LOOKED_AT = 30;
/** Of the parts that are chosen by what their kind carries. */
const CHOSEN = 10;
const FILE_PATTERNS = 2_000;

/** How many of a part are served. */
export function servedOf(part: Part, settings: Settings): number {
  switch (part) {
    case "own":
      return settings.served_own;
    case "others":
      return settings.served_others;
    case "reviews":
      return 2 * REVIEWS;
    case "frameworks":
      return FEW;
    default:
      return 5;
  }
}

export type Asked = {
  db: Database;
  stages: Stages;
  now: Date;
  settings: Settings;
  agent_type: string;
  category: string;
  category_guessed: boolean;
  repository: Repository | null;
  changed_files: readonly string[];
  developer: string | null;
  ref: string | undefined;
  /** What the agent may be given at all. */
  where: MemoryWhere;
  task: PreparedQuery;
  /** Of the goal and the title; the task when neither is given. */
  goal: PreparedQuery;
};

type Scored = { id: string; found: Found | null; why: string; factor: number };
type OfPart = { part: Part; scored: Scored[] };

/**
 * Everything that is looked at for a pack, the best of each part first. The parts are asked for at the same time; one
 * that fails is left out and told. A memory that two parts would have is in the more telling one.
 */
export async function gatherCandidates(asked: Asked): Promise<PackCandidate[]> {
  const { stages } = asked;
  const part = (name: Part, work: () => Promise<Scored[]>) =>
    stages.run(name, async (): Promise<OfPart> => ({ part: name, scored: await work() }), {
      part: name,
      scored: [],
    });
  const found = await Promise.all([
    part("conventions", () => conventions(asked)),
    part("preferences", () => preferences(asked)),
    part("frameworks", () => frameworks(asked)),
    ...(asked.agent_type === "reviewer" ? [part("reviews", () => reviews(asked))] : []),
    part("own", () => own(asked)),
    ...(WITH_OTHERS.has(asked.agent_type) ? [part("others", () => others(asked))] : []),
  ]);
  return stages.run("load", () => load(asked, found), []);
}

async function load(asked: Asked, found: readonly OfPart[]): Promise<PackCandidate[]> {
  const { db, now, task } = asked;
  const { organization_id } = asked.where;
  const first = new Map<string, Scored & { part: Part }>();
  for (const { part, scored } of found)
    for (const one of scored) if (!first.has(one.id)) first.set(one.id, { ...one, part });
  const ids = [...first.keys()];
  const unsought = ids.filter((id) => first.get(id)?.found === null);
  const { vector, embedder } = await task.meaning;
  const [memories, similarity] = await Promise.all([
    memoriesByIds(db, { organization_id, ids }),
    vector
      ? similarityOf(db, { organization_id, ids: unsought, embedder, vector })
      : new Map<string, number>(),
  ]);
  const candidates = memories.flatMap((memory): PackCandidate[] => {
    const one = first.get(memory.id);
    if (!one) return [];
    const { part, why, factor } = one;
    return [{ memory, part, why, ...scored(memory, one, { factor, similarity, now }) }];
  });
  candidates.sort((a, b) => b.score - a.score || b.memory.id.localeCompare(a.memory.id));
  const most = asked.settings.max_context_memories;
  let owns = 0;
  return candidates.filter(({ part }) => part !== "own" || ++owns <= most);
}

function scored(
  memory: Memory,
  { found }: Scored,
  given: { factor: number; similarity: ReadonlyMap<string, number>; now: Date },
): { score: number; scores: ContextScores } {
  const { factor: category, similarity, now } = given;
  if (found) {
    const { score, scores } = scoreOf(found, memory, now);
    const { vector: by_vector, bm25: by_bm25, trigram: by_trigram } = found.adds;
    return { score: score * category, scores: { ...scores, by_vector, by_bm25, by_trigram, category } };
  }
  const verdict = verdictOf(memory.citations.map(({ status }) => status));
  const factors = adjustments({ ...memory, verdict }, now);
  const vector = similarity.get(memory.id) ?? null;
  // Below what search found: it is here for another reason than its likeness.
  const by_vector = 0.4 * Math.max(0, vector ?? 0);
  const score = by_vector * factors.quality * factors.recency * factors.verification * category;
  return {
    score,
    scores: { vector, bm25: null, trigram: null, by_vector, by_bm25: 0, by_trigram: 0, ...factors, category },
  };
}

const asFound =
  (why: string, factor: (id: string) => number = () => 1) =>
  (found: Found): Scored => ({ id: found.id, found, why, factor: factor(found.id) });
const asChosen =
  (why: string) =>
  (id: string): Scored => ({ id, found: null, why, factor: 1 });

/** By meaning and words, and by recency, at the same time; each memory once. */
async function own(asked: Asked): Promise<Scored[]> {
  const { db, settings, agent_type, category, category_guessed, task } = asked;
  const most = settings.max_context_memories;
  const any: MemoryWhere = {
    ...asked.where,
    kind: OWN_KINDS,
    own_type: agent_type,
    quality_floor: { kinds: LEARNED, min: settings.min_quality },
  };
  // That a task names no category says nothing about which memories it needs.
  const filtered = category_guessed && category === GENERAL ? any : { ...any, category };
  const ask = async (where: MemoryWhere) => {
    const [semantic, recent] = await Promise.all([
      findCandidates(db, { query: task, where, limit: Math.max(LOOKED_AT, most + FEW) }),
      findMemoryKeys(db, { where, order: { sort: "refreshed_at", after: null }, limit: most }),
    ]);
    return { found: semantic.found, recent: recent.map(({ id }) => id) };
  };
  const within = await ask(filtered);
  const known = new Set([...within.found.map(({ id }) => id), ...within.recent]);
  const wide = category_guessed && filtered !== any && known.size < FEW ? await ask(any) : within;
  const boosted = (id: string) => (wide !== within && known.has(id) ? GUESSED_CATEGORY : 1);
  const nearest = wide.found.slice(0, most + FEW).map(asFound("is about the task", boosted));
  const sought = new Map(wide.found.map((found) => [found.id, found]));
  const fresh = wide.recent
    .filter((id) => !nearest.some((one) => one.id === id))
    .map((id): Scored => {
      const found = sought.get(id);
      return found
        ? asFound("was learned or confirmed lately", boosted)(found)
        : asChosen("was learned or confirmed lately")(id);
    });
  return [...nearest, ...fresh];
}

async function others({ db, settings, agent_type, where, task }: Asked): Promise<Scored[]> {
  const { found } = await findCandidates(db, {
    query: task,
    where: {
      ...where,
      kind: LEARNED,
      other_types_than: agent_type,
      quality_min: Math.min(1, settings.min_quality + OTHERS_NEED_MORE),
    },
    limit: LOOKED_AT,
  });
  return found.slice(0, OTHERS).map(asFound("was learned by another agent about such a task"));
}

/** What was said of similar reviews, and what was rejected in such files. */
async function reviews({ db, where, goal, changed_files }: Asked): Promise<Scored[]> {
  const [similar, patterns] = await Promise.all([
    findCandidates(db, {
      query: goal,
      where: { ...where, kind: ["review_outcome", "rejection_pattern"] },
      limit: LOOKED_AT,
    }),
    changed_files.length === 0
      ? []
      : findValues(db, {
          where: { ...where, kind: ["rejection_pattern"] },
          by: "file_pattern",
          limit: FILE_PATTERNS,
        }),
  ]);
  const matching = patterns.filter((pattern) => changed_files.some((file) => matches(pattern, file)));
  const ids = await findByValues(db, { where, by: "file_pattern", values: matching, limit: REVIEWS });
  return [
    ...ids.map(asChosen("covers a changed file with its file pattern")),
    ...similar.found
      .filter(({ id }) => !ids.includes(id))
      .slice(0, REVIEWS)
      .map(asFound("is about the goal or the issue")),
  ];
}

/** Whether a file pattern covers a file: globs without a folder (`*.py`, `*`) match at any depth. */
export function matches(pattern: string, file: string): boolean {
  return picomatch.isMatch(file, pattern, { dot: true, basename: !pattern.includes("/") });
}

async function conventions({ db, where, repository, changed_files }: Asked): Promise<Scored[]> {
  if (!repository) return [];
  const given = { where, repository_id: repository.id, paths: changed_files, limit: CHOSEN };
  return (await findCitedConventions(db, given)).map(asChosen("cites a changed file"));
}

async function frameworks({ db, where, repository, changed_files, ref }: Asked): Promise<Scored[]> {
  if (!repository) return [];
  // Shared by every repository that uses the framework, wherever it was written down.
  const everywhere: MemoryWhere = {
    ...where,
    reaching_repository_id: undefined,
    scope: undefined,
    kind: ["framework_knowledge"],
  };
  const named = await findValues(db, { where: everywhere, by: "framework", limit: FILE_PATTERNS });
  if (named.length === 0) return [];
  const used = await frameworksOf(db, {
    organization_id: where.organization_id,
    repository,
    ref,
    changed_files,
  });
  const values = named.filter((name) => used.has(frameworkKey(name)));
  const ids = await findByValues(db, { where: everywhere, by: "framework", values, limit: 5 * CHOSEN });
  return ids.map(asChosen("is about a framework of the repository"));
}

async function preferences({ db, where, developer }: Asked): Promise<Scored[]> {
  if (developer === null) return [];
  const ids = await findByValues(db, { where, by: "developer_id", values: [developer], limit: CHOSEN });
  return ids.map(asChosen("is a preference of the developer"));
}
