import type { Db } from "@/lib/db/client";
import { findUnread, putReadings } from "@/lib/db/sql/claims";
import { findExactGroups, findNearPairs } from "@/lib/db/sql/duplicates";
import { findSessionMemories } from "@/lib/db/sql/hygiene";
import type { ActorRef } from "@/lib/kernel/actor";
import {
  endWithSession,
  HIGH_QUALITY,
  memoriesByIds,
  mergeFrom,
  mergeInto,
  promote,
  type Step,
} from "@/lib/memories";
import type { Memory } from "@/lib/memories/contract";
import { CLAIM_RULES, claimsOf } from "../conflicts/claims";
import { findContradictions, recordContradictions } from "../conflicts/conflicts";
import * as store from "../conflicts/queries";
import { mayBeSame } from "../conflicts/same-claims";

/** What is consolidated: one session, whose learnings have these ids, or the organization. */
export type Consolidating = {
  organization_id: string;
  session: { id: string; learned: readonly string[]; ended: boolean } | null;
  embedder_id: string | null;
};

export type Merge = { into: Memory; merged: Memory[]; why: "exact" | "near" };
export type Plan = {
  merges: Merge[];
  promotions: { id: string; why: "high_quality" | "applied" }[];
  endings: { id: string; status: Memory["status"]; version: number }[];
};

/** Groups merged, and session memories kept or ended, in one go; what is left waits for the next. */
export const CONSOLIDATED_AT_ONCE = 500;
const READ_AT_ONCE = 1_000;

const amongOf = ({ organization_id, session }: Consolidating) => ({
  organization_id,
  session_id: session?.id ?? null,
  ids: session?.learned ?? null,
});

/**
 * What consolidation would do now, without doing it. What says the same word for word is merged; what nearly does where
 * a threshold was measured for the embedder and the words differ in nothing that matters (`mayBeSame`). What a person
 * took back is not done again.
 */
export async function planConsolidation(db: Db, consolidating: Consolidating): Promise<Plan> {
  const { organization_id, session, embedder_id } = consolidating;
  const among = { ...amongOf(consolidating), limit: CONSOLIDATED_AT_ONCE, by_itself: true };
  const groups = (await findExactGroups(db, among)).map(({ ids, versions }) => ({
    ids,
    versions,
    why: "exact" as const,
  }));
  const from = mergeFrom(embedder_id);
  const pairs =
    from === null
      ? []
      : (await findNearPairs(db, { ...among, from })).map(({ one, other, versions }) => ({
          ids: [one, other],
          versions,
          why: "near" as const,
        }));
  const session_memories = await findSessionMemories(db, {
    organization_id,
    session_id: session?.id ?? null,
    high_quality: HIGH_QUALITY,
    limit: CONSOLIDATED_AT_ONCE,
  });
  const ended = session === null || session.ended;
  const all = [...groups, ...pairs];
  const ids = [...new Set(all.flatMap((group) => group.ids))];
  const memories = new Map((await memoriesByIds(db, { organization_id, ids })).map((one) => [one.id, one]));
  const normalized = new Set<string>();
  const merges: Merge[] = [];
  for (const group of all) {
    const members = group.ids
      .flatMap((id) => memories.get(id) ?? [])
      // What was edited since the groups were read waits for the next time.
      .filter(({ id, version }) => version === group.versions[group.ids.indexOf(id)])
      .toSorted(compareForKeeping);
    const [into, ...merged] = members;
    if (!into || merged.length === 0 || into.status !== "active" || merged.some(({ pinned }) => pinned))
      continue;
    if (members.some(({ id }) => normalized.has(id))) continue;
    if (group.why === "near" && !merged.every((one) => mayBeSame(into.statement, one.statement))) continue;
    for (const { id } of members) normalized.add(id);
    merges.push({ into, merged, why: group.why });
  }
  const kept = session_memories.filter(({ worth }) => worth);
  return {
    merges: merges.slice(0, CONSOLIDATED_AT_ONCE),
    promotions: kept
      .filter(({ id }) => !normalized.has(id))
      .map(({ id, applied }) => ({ id, why: applied ? "applied" : "high_quality" })),
    endings: ended
      ? session_memories
          .filter(({ worth, id }) => !worth && !normalized.has(id))
          .map(({ id, status, version }) => ({
            id,
            version,
            status: status === "drifted" ? "drifted" : "active",
          }))
      : [],
  };
}

/** Of memories that say the same, the one to keep: in use, pinned, of the better quality, checked, used, older. */
export function compareForKeeping(one: Memory, other: Memory): number {
  const worth = ({ status, pinned, quality, citations, usage_count }: Memory) => [
    Number(status === "active"),
    Number(pinned),
    Number(citations.length > 0),
    quality,
    usage_count,
  ];
  const [a, b] = [worth(one), worth(other)];
  for (const [index, value] of a.entries()) {
    const difference = (b[index] ?? 0) - value;
    if (difference !== 0) return difference;
  }
  if (one.id < other.id) return -1;
  return 1;
}

const WHY_MERGED = {
  exact: "Another memory says the same.",
  near: "Another memory says the same in other words.",
} as const;
const WHY_KEPT = {
  applied: "It was applied.",
  high_quality: "It is of high quality.",
} as const;

/** Does what a plan says, in the caller's transaction; what changed meanwhile is left as it is. */
export async function carryOut(
  tx: Db,
  { plan, ...by }: { organization_id: string; actor: ActorRef; now: Date; plan: Plan },
): Promise<{ steps: Step[]; merged: number; promoted: number; ended: number }> {
  const steps: Step[] = [];
  for (const { into, merged, why } of plan.merges)
    steps.push(
      ...(await mergeInto(tx, {
        ...by,
        into: into.id,
        ids: merged.map(({ id }) => id),
        compared: new Map([into, ...merged].map(({ id, version }) => [id, version])),
        reason: WHY_MERGED[why],
      })),
    );
  let merged = steps.length;
  let promoted = 0;
  for (const { id, why } of plan.promotions) {
    const done = await promote(tx, { ...by, memory_id: id, reason: WHY_KEPT[why] });
    if (!done) continue;
    steps.push(done.step);
    if (done.merged) merged += 1;
    else promoted += 1;
  }
  const ended = await endWithSession(tx, { ...by, memories: plan.endings });
  steps.push(...ended);
  return { steps, merged, promoted, ended: ended.length };
}

/**
 * Reads what memories claim that were not read yet, in the order of their ids from `after` on.
 * @returns the last one that it read; null when all are.
 */
export async function readClaims(
  tx: Db,
  params: Consolidating & { now: Date; limit?: number; after?: string },
): Promise<string | null> {
  const { organization_id, now, limit = READ_AT_ONCE, after } = params;
  const unread = await findUnread(tx, { ...amongOf(params), rules: CLAIM_RULES, limit, after });
  await putReadings(tx, {
    organization_id,
    rules: CLAIM_RULES,
    now,
    read: unread.map(({ id, statement_sha256 }) => ({ memory_id: id, statement_sha256 })),
    claims: unread.flatMap(({ id, statement }) =>
      claimsOf(statement).map((claim) => ({ memory_id: id, ...claim })),
    ),
  });
  if (unread.length < limit) return null;
  return unread.at(-1)?.id ?? null;
}

/**
 * Consolidates a session in the caller's transaction and records what it did: merges what says the same, keeps session
 * memories that are worth it, ends the others when the session ended, and puts contradictions in the queue.
 */
export async function consolidateSession(
  tx: Db,
  {
    organization_id,
    actor,
    now,
    session_id,
    learned,
    ended,
    embedder_id,
    merge,
  }: {
    organization_id: string;
    actor: ActorRef;
    now: Date;
    session_id: string;
    learned: readonly string[];
    ended: boolean;
    embedder_id: string | null;
    /** false: nothing is merged or kept, as the settings say; what ends ends all the same. */
    merge: boolean;
  },
): Promise<store.Consolidated> {
  const consolidating = {
    organization_id,
    embedder_id,
    session: { id: session_id, learned, ended },
  };
  const plan = await planConsolidation(tx, consolidating);
  const { steps, ...did } = await carryOut(tx, {
    organization_id,
    actor,
    now,
    plan: merge ? plan : { ...plan, merges: [], promotions: [] },
  });
  const conflicts = await lookForContradictions(tx, { ...consolidating, actor, now });
  const all = { ...did, conflicts };
  if (steps.length > 0 || conflicts > 0)
    await store.insertConsolidation(tx, { organization_id, session_id, actor, now, did: all, steps });
  return all;
}

async function lookForContradictions(
  tx: Db,
  params: Consolidating & { actor: ActorRef; now: Date },
): Promise<number> {
  await readClaims(tx, params);
  return recordContradictions(tx, { ...amongOf(params), actor: params.actor, now: params.now });
}

/** How many contradictions of what was read so far are not in the queue yet. */
export async function countContradictions(db: Db, organization_id: string): Promise<number> {
  return (await findContradictions(db, { organization_id, session_id: null, ids: null })).length;
}
