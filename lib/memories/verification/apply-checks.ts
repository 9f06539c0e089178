import { type CheckResult, type Checks, recordChecks } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { type Judgement, writeJudgements } from "@/lib/db/sql/lifecycle";
import type { ActorRef } from "@/lib/kernel/actor";
import { OvertakenError } from "@/lib/kernel/errors";
import type { Memory, MemoryStatus } from "../contract";
import { NO_VOTES, qualityOf, qualityParts } from "../feedback/quality";
import * as eventQueries from "../lifecycle/event-queries";
import {
  fails,
  groupByMemory,
  statusAfterCheck,
  type Verdict,
  verdictOfCitations,
  withResults,
} from "../lifecycle/transitions";
import * as memoryChanges from "../memory/change-queries";
import * as memoryQueries from "../memory/queries";
import type { CleanChecks } from "./found-secrets";
import { withoutHeld } from "./leaving";
import type { Brake } from "./suspicious-heads";

/** `held`: the verdict is kept beside the one on record, because its commit is suspicious. */
export type Verified = {
  memory_id: string;
  verdict: Verdict;
  status: MemoryStatus;
  was: MemoryStatus;
  held: boolean;
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
export async function applyChecks(tx: Db, params: Omit<Apply, "brake">): Promise<Verified[]> {
  const { verified, overtaken } = await applyCurrentChecks(tx, params);
  if (overtaken.length > 0) throw new OvertakenError("citations were checked since they were read");
  return verified;
}

const NONE: ReadonlySet<string> = new Set();

type Apply = {
  organization_id: string;
  actor: ActorRef;
  checks: readonly CleanChecks[];
  now: Date;
  routine?: boolean;
  /** Default: `count`. */
  brake?: Brake;
};

/** As `applyChecks`; memories whose citations were checked since they were read are left out and answered by their ids. */
export async function applyCurrentChecks(
  tx: Db,
  { organization_id, actor, checks: found, now, routine = false, brake = "count" }: Apply,
): Promise<{ verified: Verified[]; overtaken: string[] }> {
  const ids = [...groupByMemory(found.flatMap(({ results }) => results)).keys()];
  const memories = await memoryQueries.lockJudgedMemories(tx, { organization_id, ids });
  const failing = found.some(({ results }) => results.some(fails));
  const { checks, held } = failing
    ? await withoutHeld(tx, { organization_id, memories, checks: found, brake, now })
    : { checks: found, held: NONE };
  const byMemory = groupByMemory(checks.flatMap(({ results }) => results));
  const known = new Set(memories.map(({ id }) => id));
  const recorded = await recordAll(tx, { organization_id, checks, known, routine, now });
  const { settled, overtaken } = recorded;

  const verified: Verified[] = [];
  const judged: { memory: memoryQueries.JudgedMemory; judgement: Judgement }[] = [];
  const events: eventQueries.NewEvent[] = [];
  const commits = checks.map(({ commit }) => commit);
  for (const memory of memories) {
    if (overtaken.has(memory.id)) continue;
    if (held.has(memory.id)) {
      verified.push({
        memory_id: memory.id,
        verdict: "unknown",
        status: memory.status,
        was: memory.status,
        held: true,
      });
      continue;
    }
    const results = (byMemory.get(memory.id) ?? []).filter(({ citation_id }) => !settled.has(citation_id));
    const own = withResults(memory.citations, results);
    const verdict = verdictOfCitations(own);
    if (verdict === null) continue;
    const to = statusAfterCheck(memory, verdict);
    verified.push({
      memory_id: memory.id,
      verdict,
      status: to ?? memory.status,
      was: memory.status,
      held: false,
    });
    const news = to !== null || isNews(results) || memory.verification_count === 0;
    if (verdict === "unknown" || (routine && !news)) continue;
    const { judgement, event } = judge(memory, { own, verdict, to, commits });
    judged.push({ memory, judgement });
    events.push(event);
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

/**
 * Records checks. `settled`: citations whose verdict on record stands, as it is later or was first at the same commit;
 * `overtaken`: memories whose citations were checked at another commit since they were read.
 */
async function recordAll(
  tx: Db,
  {
    organization_id,
    checks,
    known,
    routine,
    now,
  }: {
    organization_id: string;
    checks: readonly Checks[];
    known: ReadonlySet<string>;
    routine: boolean;
    now: Date;
  },
): Promise<{ settled: ReadonlySet<string>; overtaken: ReadonlySet<string> }> {
  const settled = new Set<string>();
  const overtaken = new Set<string>();
  for (const { commit, results } of checks) {
    // A memory that was purged meanwhile took its citations along.
    const there = results.filter(({ memory_id }) => known.has(memory_id));
    const lost = await recordChecks(tx, { organization_id, commit, now, routine, results: there });
    const others = new Map(lost.map(({ citation_id, checked_commit }) => [citation_id, checked_commit]));
    for (const { citation_id, memory_id, status, outdated } of results) {
      const other = others.get(citation_id);
      if (outdated || other !== undefined) settled.add(citation_id);
      if (other !== undefined && other !== commit && status !== "unreachable") overtaken.add(memory_id);
    }
  }
  return { settled, overtaken };
}

/** What a verdict means for a memory, and the event that says so. */
function judge(
  memory: memoryQueries.JudgedMemory,
  {
    own,
    verdict,
    to,
    commits,
  }: {
    own: memoryQueries.JudgedMemory["citations"];
    verdict: Verdict;
    to: MemoryStatus | null;
    commits: readonly string[];
  },
): { judgement: Judgement; event: eventQueries.NewEvent } {
  const { id, quality } = memory;
  const failed = own.filter(fails);
  const reason = failed.length > 0 ? describeFailed(failed) : null;
  const confirmed = verdict === "valid";
  return {
    judgement: { id, to, reason, confirmed, quality },
    event: {
      memory_id: id,
      type: confirmed ? "verified_valid" : "verified_invalid",
      reason,
      detail: {
        commits,
        citations: own.map((citation) => ({ id: citation.id, status: citation.status })),
        ...(to && { from: memory.status, to }),
      },
    },
  };
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
