import type { Repository } from "@/lib/citations";
import type { Database } from "@/lib/db/client";
import { isStale, type PreparedQuery, scanMemories } from "@/lib/memories";
import type { Memory } from "@/lib/memories/contract";
import type { AfterResponse } from "../ledger/after-response";
import { type Findings, type Floors, isReserved, MAX_ONLY_VIOLATED, opensPack } from "./choose";
import { sayTheSame } from "./near-duplicates";
import type { PackCandidate } from "./relevance";
import type { Stages } from "./stages";
import { type Usable, usableByRecord, verifyInTime } from "./verify";

const SAFETY_MS = 150;
/** More than are given are examined, because some fail. */
const SPARE = 4;

export type ExamineRequest = {
  db: Database;
  organization_id: string;
  /** The best first. */
  candidates: readonly PackCandidate[];
  floors: Floors;
  most: number;
  /** For every memory in an open conflict, the memories of the other side. */
  disputes: Findings["disputes"];
  ref: string | undefined;
  repository: Repository | null;
  task: PreparedQuery;
  stages: Stages;
  afterwards: AfterResponse;
  verify_ms: number;
  /** The checks on record at this moment decide, and nothing is checked. */
  as_of: string | undefined;
  now: Date;
};

/**
 * Looks at what may get into the pack, and at nothing else: the newest safety rules, its citations at the ref, and which
 * of it says the same. Nothing is looked at when no candidate is relevant enough to open a pack and none is violated.
 */
export async function examine(request: ExamineRequest): Promise<Omit<Findings, "disputes">> {
  const { db, organization_id, stages, task, now } = request;
  const relevant = relevantOf(request);
  const near = [...relevant, ...violatedOf(request, relevant)];
  if (near.length === 0) return { blocked: new Map(), usable: new Map(), sayTheSame: () => false };
  // The other side of what may be given is given too, however little it resembles the task.
  const opposed = new Set(near.flatMap(({ memory }) => request.disputes.get(memory.id) ?? []));
  const others = request.candidates.filter(
    (candidate) => opposed.has(candidate.memory.id) && !near.includes(candidate),
  );
  const memories = [...near, ...others].map(({ memory }) => memory);
  const unseen = new Map(
    memories.filter(isStale).map(({ id }) => [id, "could not be scanned by the newest safety rules in time"]),
  );
  const budget = Math.min(SAFETY_MS, stages.left());
  const scan = () => scanMemories(db, { organization_id, memories, budget_ms: budget, now });
  // What a memory said once says nothing of what it says now: former texts are not scanned.
  const blocked = request.as_of === undefined ? await stages.run("safety", scan, unseen) : new Map();
  const [usable, same] = await Promise.all([
    stages.run("verification", () => verify(request, memories), new Map<string, Usable>()),
    stages.run(
      "diversity",
      async () =>
        sayTheSame(db, { organization_id, memories, embedder_id: (await task.meaning).embedder?.id ?? null }),
      () => false,
    ),
  ]);
  const unchecked = memories.some(
    ({ id, citations }) => citations.length > 0 && (usable.get(id) ?? "unchecked") === "unchecked",
  );
  if (unchecked) stages.degrade("verification: incomplete");
  return { blocked, usable, sayTheSame: same };
}

function relevantOf({ candidates, floors, most }: ExamineRequest): PackCandidate[] {
  const near = candidates
    .filter((candidate) => isReserved(candidate) || candidate.relevance.probability >= floors.join)
    .slice(0, most + SPARE);
  return near.some((candidate) => opensPack(candidate, floors)) ? near : [];
}

/** Those that are in the pack because changed files violate them, whatever their relevance. */
function violatedOf({ candidates }: ExamineRequest, relevant: readonly PackCandidate[]): PackCandidate[] {
  return candidates
    .filter((candidate) => candidate.violated !== null && !relevant.includes(candidate))
    .slice(0, MAX_ONLY_VIOLATED + SPARE);
}

function verify(request: ExamineRequest, memories: readonly Memory[]): Promise<Map<string, Usable>> {
  const { db, organization_id, ref, repository, stages, afterwards, verify_ms, as_of } = request;
  if (as_of !== undefined) return Promise.resolve(usableByRecord(memories));
  return verifyInTime(db, {
    organization_id,
    memories,
    ref,
    repositories: repository ? [repository] : [],
    afterwards,
    budget_ms: Math.min(verify_ms, stages.left()),
  });
}
