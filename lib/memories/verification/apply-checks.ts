import { type CheckResult, recordChecks } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { type Judgement, writeJudgements } from "@/lib/db/sql/lifecycle";
import type { ActorRef } from "@/lib/kernel/actor";
import { OvertakenError } from "@/lib/kernel/errors";
import type { Memory, MemoryStatus } from "../contract";
import { NO_VOTES, qualityOf, qualityParts } from "../feedback/quality";
import * as eventQueries from "../lifecycle/event-queries";
import { nextStatus, type Transition, type Verdict, verdictOf } from "../lifecycle/transitions";
import * as memoryChanges from "../memory/change-queries";
import * as memoryQueries from "../memory/queries";

/** The verdicts of one look at one repository. */
export type Checks = { repository_id: string; commit: string; results: readonly CheckResult[] };

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
 * mostly silence. However many memories there are, it takes four statements. @returns the verdict and the status of
 * each memory that was checked.
 * @throws OvertakenError when a citation was checked at another commit since it was read: check again.
 */
export async function applyChecks(tx: Db, params: Apply): Promise<Verified[]> {
  const { verified, overtaken } = await applyWhatHolds(tx, params);
  if (overtaken.length > 0) throw new OvertakenError("citations were checked since they were read");
  return verified;
}

type Apply = {
  organization_id: string;
  actor: ActorRef;
  checks: readonly Checks[];
  now: Date;
  routine?: boolean;
};

/** As `applyChecks`; memories whose citations were checked since they were read are left out and answered by their ids. */
export async function applyWhatHolds(
  tx: Db,
  { organization_id, actor, checks, now, routine = false }: Apply,
): Promise<{ verified: Verified[]; overtaken: string[] }> {
  const byMemory = groupByMemory(checks.flatMap((check) => check.results));
  const memories = await memoryQueries.lockJudgedMemories(tx, { organization_id, ids: [...byMemory.keys()] });
  const known = new Set(memories.map(({ id }) => id));
  /** Citations whose verdict on record stands: theirs is later, or was first at the same commit. */
  const settled = new Set<string>();
  const overtaken = new Set<string>();
  for (const { commit, results } of checks) {
    const lost = await recordChecks(tx, {
      organization_id,
      commit,
      now,
      routine,
      // A memory that was purged meanwhile took its citations along.
      results: results.filter(({ memory_id }) => known.has(memory_id)),
    });
    const others = new Map(lost.map(({ citation_id, checked_commit }) => [citation_id, checked_commit]));
    for (const { citation_id, memory_id, status, outdated } of results) {
      const other = others.get(citation_id);
      if (outdated || other !== undefined) settled.add(citation_id);
      if (other !== undefined && other !== commit && status !== "unreachable") overtaken.add(memory_id);
    }
  }

  const verified: Verified[] = [];
  const judged: { memory: memoryQueries.JudgedMemory; judgement: Judgement }[] = [];
  const events: eventQueries.NewEvent[] = [];
  for (const memory of memories) {
    if (overtaken.has(memory.id)) continue;
    const results = (byMemory.get(memory.id) ?? []).filter(({ citation_id }) => !settled.has(citation_id));
    const own = withResults(memory.citations, results);
    const verdict = verdictOf(own.map(({ status }) => status));
    if (verdict === null) continue;
    const transition = TRANSITION_OF[verdict];
    const to = transition && nextStatus(memory.status, transition);
    verified.push({ memory_id: memory.id, verdict, status: to ?? memory.status });
    const news = to !== null || isNews(results) || memory.verification_count === 0;
    if (verdict === "unknown" || (routine && !news)) continue;
    const failed = own.filter(({ status }) => status === "edited" || status === "missing");
    const reason = failed.length > 0 ? describeFailed(failed) : null;
    const judgement = { id: memory.id, to, reason, confirmed: verdict === "valid", quality: memory.quality };
    judged.push({ memory, judgement });
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
  const answer = { verified, overtaken: [...overtaken] };
  if (judged.length === 0) return answer;

  const votes = await eventQueries.votesOf(tx, {
    organization_id,
    memories: judged.map(({ memory }) => memory),
  });
  for (const { memory, judgement } of judged) {
    const before = votes.get(memory.id) ?? NO_VOTES;
    const vote = judgement.confirmed ? "verified_valid" : "verified_invalid";
    judgement.quality = qualityOf(
      qualityParts({ ...memory, votes: { ...before, [vote]: before[vote] + 1 } }),
    );
  }
  await writeJudgements(tx, {
    organization_id,
    actor,
    now,
    judgements: judged.map(({ judgement }) => judgement),
    events: eventQueries.toEventRows(events),
  });
  return answer;
}

/** The citations of a memory as they stand after these results; see `recordChecks` for what `unreachable` leaves alone. */
function withResults<C extends memoryQueries.JudgedMemory["citations"][number]>(
  citations: readonly C[],
  results: readonly CheckResult[],
): C[] {
  const found = new Map(results.map(({ citation_id, status }) => [citation_id, status]));
  return citations.map((citation) => {
    const status = found.get(citation.id);
    const stays =
      status === undefined ||
      (status === "unreachable" && (citation.status === "edited" || citation.status === "missing"));
    return stays ? citation : { ...citation, status };
  });
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
  const votes = await eventQueries.votesOf(tx, { organization_id, memories });
  for (const memory of memories) {
    const own = votes.get(memory.id);
    if (!own) continue;
    const quality = qualityOf(qualityParts({ ...memory, votes: own }));
    if (quality !== memory.quality)
      await memoryChanges.setQuality(tx, { organization_id, memory_id: memory.id, quality });
  }
}
