import type { Database } from "@/lib/db/client";
import { type Db, transaction } from "@/lib/db/client";
import { lockRepository } from "@/lib/db/sql/repository-runs";
import { countServed, findHeld } from "@/lib/db/sql/suspicious-heads";
import type { ActorRef } from "@/lib/kernel/actor";
import { DAY_MS } from "@/lib/kernel/time";
import type { SuspiciousHead } from "../contract";
import * as headQueries from "./suspicious-head-queries";

/** A commit that would take more of a repository's memories out of service than both is suspicious. */
const MOST_MEMORIES = 5;
const MOST_SHARE = 0.2;

export function isSuspicious({ leaving, of }: { leaving: number; of: number }): boolean {
  return leaving > MOST_MEMORIES && leaving > of * MOST_SHARE;
}

/**
 * How the verdicts of a check are weighed that take memories out of service. `count`: together with what checks at the
 * same commit have taken out before. `stage`: they are kept until the sweep knows all of them. `lifted`: they were
 * weighed. At a commit that was found suspicious before they are held, however they came about.
 */
export type Brake = "count" | "stage" | "lifted";

/** A memory that a check would take out of service, or make invalid where it had drifted. */
export type Leaving = headQueries.Held & { in_service: boolean };

type AtCommit = { organization_id: string; repository_id: string; commit: string };

const isHeldAt = (head: SuspiciousHead | null) => head?.status === "open" || head?.status === "dismissed";

/** Whether verdicts at a commit would be held now; changes nothing. `memory_ids`: those in service that would leave it. */
export async function wouldBeHeld(
  db: Db,
  params: AtCommit & { memory_ids: readonly string[] },
): Promise<boolean> {
  const head = await headQueries.findHeadAt(db, params);
  if (isHeldAt(head)) return true;
  if (head?.status === "confirmed") return false;
  return (await weigh(db, params)).suspicious;
}

async function weigh(db: Db, params: AtCommit & { memory_ids: readonly string[] }) {
  if (params.memory_ids.length === 0) return { suspicious: false, leaving: 0, of: 0 };
  const { in_service, taken_out } = await countServed(db, { ...params, besides: params.memory_ids });
  const weighed = { leaving: params.memory_ids.length + taken_out, of: in_service + taken_out };
  return { ...weighed, suspicious: isSuspicious(weighed) };
}

/** Keeps the verdicts of one commit beside those on record, if they are to be held. @returns whether they are. */
export async function holdVerdicts(
  tx: Db,
  params: AtCommit & { leaving: readonly Leaving[]; brake: Brake; now: Date },
): Promise<boolean> {
  const { leaving, brake, now } = params;
  if (leaving.length === 0) return false;
  // Of two at once the second one sees what the first one decided.
  await lockRepository(tx, params);
  const head = await headQueries.findHeadAt(tx, params);
  const hold = () => headQueries.putHeld(tx, { ...params, held: leaving });
  if (isHeldAt(head) || (brake === "stage" && head?.status !== "confirmed")) {
    if (head?.status !== "dismissed") await hold();
    return true;
  }
  if (brake === "lifted" || head?.status === "confirmed") return false;
  const memory_ids = leaving.filter(({ in_service }) => in_service).map(({ memory_id }) => memory_id);
  const weighed = await weigh(tx, { ...params, memory_ids });
  if (!weighed.suspicious) return false;
  await headQueries.putHead(tx, {
    ...params,
    status: "open",
    memories: weighed.leaving,
    in_service: weighed.of,
    since: now,
    decided_by: null,
  });
  await hold();
  return true;
}

/**
 * Decides on what a sweep has kept: nothing out of the common, and it is to be recorded; or the commit is suspicious,
 * and it is held for a person. A commit whose verdicts are those of an earlier suspicious one that is a day old is
 * confirmed by that. @returns the memories whose verdicts are to be recorded.
 */
export async function settleSweep(
  db: Database,
  params: AtCommit & { whole: boolean; actor: ActorRef; now: Date },
): Promise<string[]> {
  return transaction(db, async (tx) => {
    await lockRepository(tx, params);
    const held = await findHeld(tx, params);
    const all = held.map(({ memory_id }) => memory_id);
    const leaving = held.filter(({ memory_status }) => memory_status === "active");
    const head = await headQueries.findHeadAt(tx, params);
    const earlier = await headQueries.findOpenHeadsBesides(tx, params);
    if (head?.status === "dismissed") return [];
    const memory_ids = leaving.map(({ memory_id }) => memory_id);
    const weighed = await weigh(tx, { ...params, memory_ids });
    const passed = () => passBy(tx, { ...params, heads: earlier });
    if (head?.status === "confirmed" || (head?.status !== "open" && !weighed.suspicious)) {
      if (params.whole) await passed();
      return all;
    }
    if (!weighed.suspicious) return [];
    const verdicts = new Map(held.map(({ memory_id, verdict }) => [memory_id, verdict]));
    const same = await firstAlike(tx, { ...params, heads: earlier, verdicts, of: weighed.of });
    const status = statusOf({ head, same, now: params.now });
    await headQueries.putHead(tx, {
      ...params,
      status,
      memories: weighed.leaving,
      in_service: weighed.of,
      since: sinceOf({ head, same, now: params.now }),
      decided_by: decidedBy(status, params.actor),
    });
    await passed();
    if (status === "open") return [];
    return all;
  });
}

type Evidence = { head: SuspiciousHead | null; same: SuspiciousHead | null; now: Date };

function decidedBy(status: "open" | "confirmed", actor: ActorRef): ActorRef | null {
  if (status === "open") return null;
  return actor;
}

function sinceOf({ head, same, now }: Evidence): Date {
  const known = [head?.status === "open" ? head.since : null, same?.since ?? null];
  const times = known.filter((time) => time !== null).map((time) => new Date(time).getTime());
  return new Date(Math.min(now.getTime(), ...times));
}

function statusOf(evidence: Evidence): "open" | "confirmed" {
  const { head, same, now } = evidence;
  const seenBefore = same !== null || (head?.status === "open" && head.since < head.found_at);
  if (seenBefore && now.getTime() - sinceOf(evidence).getTime() >= DAY_MS) return "confirmed";
  return "open";
}

/** The oldest head that held the same verdicts of what is still in service, and nearly all of these. */
async function firstAlike(
  tx: Db,
  {
    heads,
    verdicts,
    of,
    ...repository
  }: AtCommit & { heads: readonly SuspiciousHead[]; verdicts: ReadonlyMap<string, string>; of: number },
): Promise<SuspiciousHead | null> {
  for (const head of heads) {
    const before = await findHeld(tx, { ...repository, commit: head.commit_sha });
    const alike = before.every(({ memory_id, verdict }) => verdicts.get(memory_id) === verdict);
    const leaving = verdicts.size - before.length;
    if (before.length > 0 && alike && !isSuspicious({ leaving, of })) return head;
  }
  return null;
}

/** Closes heads that a later one took the place of. */
async function passBy(
  tx: Db,
  {
    organization_id,
    repository_id,
    heads,
    actor,
    now,
  }: Omit<AtCommit, "commit"> & { heads: readonly SuspiciousHead[]; actor: ActorRef; now: Date },
): Promise<void> {
  for (const { id, commit_sha: commit } of heads) {
    await headQueries.decideHead(tx, { organization_id, head_id: id, status: "passed", actor, now });
    await headQueries.deleteHeld(tx, { organization_id, repository_id, commit });
  }
}
