import { type CheckResult, citationsOfMemories, recordChecks } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import type { ActorRef } from "@/lib/kernel/actor";
import type { Memory, MemoryStatus } from "./contract";
import { nextStatus, type Transition, type Verdict, verdictOf } from "./lifecycle";
import { qualityOf, qualityParts } from "./quality";
import * as store from "./store";

/** The verdicts of one look at one repository. */
export type Checks = { commit: string; results: readonly CheckResult[] };

export type Verified = { memory_id: string; verdict: Verdict; status: MemoryStatus };

const TRANSITION_OF: Record<Verdict, Transition | null> = {
  valid: "found_valid",
  drifted: "found_drifted",
  missing: "found_missing",
  unknown: null,
};

/**
 * Records checks, and what they mean for the memories they are about: all hold → drifted ones are active again; any
 * edited or missing → drifted; every one missing → invalid; unreachable changes nothing. Every change of status has an
 * event with the actor and the reason. A memory is judged by all its citations, also those of other repositories.
 *
 * `routine` checks (nightly, after a push) leave no `verified_valid` event where nothing moved, or events would be
 * mostly silence. @returns the verdict and the status of each memory that was checked.
 */
export async function applyChecks(
  tx: Db,
  given: {
    organization_id: string;
    actor: ActorRef;
    checks: readonly Checks[];
    now: Date;
    routine?: boolean;
  },
): Promise<Verified[]> {
  const { organization_id, actor, checks, now, routine = false } = given;
  for (const { commit, results } of checks) await recordChecks(tx, { organization_id, commit, results, now });
  const results = checks.flatMap((check) => check.results);
  const byMemory = groupByMemory(results);
  const memories = await store.memoriesByIds(tx, { organization_id, ids: [...byMemory.keys()] });
  const citations = await citationsOfMemories(tx, { organization_id, memory_ids: [...byMemory.keys()] });

  const verified: Verified[] = [];
  const events: store.NewEvent[] = [];
  const confirmed: Memory[] = [];
  const moves = new Map<
    string,
    { ids: string[]; from: MemoryStatus; to: MemoryStatus; reason: string | null }
  >();
  for (const memory of memories) {
    const own = citations.get(memory.id) ?? [];
    const verdict = verdictOf(own.map(({ status }) => status));
    if (verdict === null) continue;
    const transition = TRANSITION_OF[verdict];
    const to = transition && nextStatus(memory.status, transition);
    const failed = own.filter(({ status }) => status === "edited" || status === "missing");
    const reason = failed.length > 0 ? describeFailed(failed) : null;
    if (to) {
      const key = `${memory.status} ${to} ${reason}`;
      const move = moves.get(key) ?? { ids: [], from: memory.status, to, reason };
      move.ids.push(memory.id);
      moves.set(key, move);
    }
    verified.push({ memory_id: memory.id, verdict, status: to ?? memory.status });
    const news = to !== null || isNews(byMemory.get(memory.id) ?? []) || memory.verification_count === 0;
    if (verdict === "unknown" || (routine && !news)) continue;
    if (verdict === "valid") confirmed.push(memory);
    events.push({
      memory_id: memory.id,
      type: verdict === "valid" ? "verified_valid" : "verified_invalid",
      reason,
      detail: {
        commits: checks.map(({ commit }) => commit),
        citations: own.map(({ id, status }) => ({ id, status })),
        ...(to && { from: memory.status, to }),
      },
    });
  }

  for (const move of moves.values()) await store.moveStatus(tx, { organization_id, ...move, now });
  await store.countVerified(tx, { organization_id, ids: confirmed.map(({ id }) => id) });
  await store.insertEvents(tx, { organization_id, actor, events, now });
  const touched = new Set(events.map(({ memory_id }) => memory_id));
  await rescore(tx, { organization_id, memories: memories.filter(({ id }) => touched.has(id)) });
  return verified;
}

export function groupByMemory(results: readonly CheckResult[]): Map<string, CheckResult[]> {
  const groups = new Map<string, CheckResult[]>();
  for (const result of results) {
    const group = groups.get(result.memory_id);
    if (group) group.push(result);
    else groups.set(result.memory_id, [result]);
  }
  return groups;
}

const isNews = (results: readonly CheckResult[]) =>
  results.some(({ status }) => status !== "unchanged" && status !== "unreachable");

function describeFailed(
  failed: readonly { path: string; line_start: number; line_end: number; status: string }[],
): string {
  const [first] = failed;
  if (!first) return "";
  const lines =
    first.line_start === first.line_end ? first.line_start : `${first.line_start}–${first.line_end}`;
  const rest = failed.length > 1 ? `, and ${failed.length - 1} more` : "";
  return `${first.path}:${lines} is ${first.status}${rest}`;
}

/** Brings the quality of memories up to date with what was recorded of them. */
export async function rescore(
  tx: Db,
  { organization_id, memories }: { organization_id: string; memories: readonly Memory[] },
): Promise<void> {
  if (memories.length === 0) return;
  const votes = await store.votesOf(tx, { organization_id, memories });
  for (const memory of memories) {
    const own = votes.get(memory.id);
    if (!own) continue;
    const quality = qualityOf(qualityParts({ ...memory, votes: own }));
    if (quality !== memory.quality)
      await store.setQuality(tx, { organization_id, memory_id: memory.id, quality });
  }
}
