import type { Db } from "@/lib/db/client";
import type { Actor, ActorRef } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { MEMORY_STATUSES, type Memory } from "../contract";
import { changedBy, changeMemory } from "../lifecycle/change";
import * as eventQueries from "../lifecycle/event-queries";
import { findSource } from "../lifecycle/source";
import { nextStatus } from "../lifecycle/transitions";
import { SAFETY_VERSION } from "../safety/injection-rule-ids";
import * as safetyQueries from "../safety/queries";
import { type KeyedSuspicion, suspicionsIn } from "../safety/suspicions";
import { acceptancesOf, awaitsSafety, NOT_HELD } from "../taint/hold";

/** The texts of a memory that the rules read. */
export const textsOf = ({ statement, metadata, category, tags, user, reasoning, outcome }: Memory) => ({
  statement,
  metadata,
  category,
  tags,
  user,
  reasoning,
  outcome,
});

type Deciding = {
  actor: Actor;
  memory: Memory;
  reason: string | null;
  now: Date;
  /** What the memory was held for. */
  taints?: readonly KeyedSuspicion[];
};

/**
 * A lead says that a text is harmless that was quarantined or held from other agents: it is what it was before, and what
 * was found in this text by these rules is remembered, so that it is not stopped for it again. Another text, or another
 * rule, is.
 * @throws AppError conflict for a memory that waits for nobody, or is deleted.
 */
export async function release(tx: Db, { actor, memory, reason, now, taints = [] }: Deciding): Promise<void> {
  assertAwaitsSafety(memory);
  const by = changedBy({ actor, now });
  const { organization_id } = by;
  const found = await suspicionsIn(textsOf(memory));
  const allowances = [
    ...new Map(
      found.map(({ rule, text_sha256 }) => [`${rule} ${text_sha256}`, { rule, text_sha256 }]),
    ).values(),
  ];
  const isQuarantined = memory.status === "quarantined";
  const to = isQuarantined ? await statusBefore(tx, memory, organization_id) : memory.status;
  const moved = isQuarantined && { from: memory.status, to };
  const held = memory.held_at !== null && { held: { reason: memory.held_reason, at: memory.held_at } };
  await changeMemory(tx, by, {
    memory,
    change: {
      ...NOT_HELD,
      safety_version: SAFETY_VERSION,
      ...(isQuarantined && { status: { to, reason: null } }),
    },
    type: "released",
    reason,
    detail: { ...moved, ...held, rules: [...new Set([...found, ...taints].map(({ rule }) => rule))] },
  });
  await safetyQueries.insertAllowances(tx, {
    ...by,
    memory_id: memory.id,
    allowances: [...allowances, ...acceptancesOf(memory, taints)],
  });
}

/**
 * Newer rules find nothing in a memory that only older rules had quarantined: it is what it was before. One that a person
 * put back into quarantine stays there. Answers whether it was released.
 */
export async function releaseCleared(
  tx: Db,
  cleared: { organization_id: string; actor: ActorRef; memory: Memory; now: Date },
): Promise<boolean> {
  const { organization_id, actor, memory, now } = cleared;
  const memory_id = memory.id;
  const arrival = await eventQueries.findArrival(tx, { organization_id, memory_id, status: "quarantined" });
  if (memory.status !== "quarantined" || arrival?.type !== "quarantined") return false;
  const { rule } = arrival.detail;
  if (typeof rule !== "string") return false;
  const to = await statusBefore(tx, memory, organization_id);
  await changeMemory(
    tx,
    { organization_id, actor, now },
    {
      memory,
      change: { safety_version: SAFETY_VERSION, status: { to, reason: null } },
      type: "released",
      reason: "The current safety rules find nothing in it.",
      detail: { from: memory.status, to, rules: [rule], safety_version: SAFETY_VERSION },
    },
  );
  return true;
}

/** A lead says that a memory which was stopped is not to be believed. @throws AppError conflict as `release`. */
export async function reject(tx: Db, { actor, memory, reason, now }: Deciding): Promise<void> {
  assertAwaitsSafety(memory);
  const to = nextStatus(memory.status, "invalidate") ?? "invalid";
  await changeMemory(tx, changedBy({ actor, now }), {
    memory,
    change: { status: { to, reason } },
    type: "invalidated",
    reason,
    detail: { from: memory.status, to, rejected: true },
  });
}

function assertAwaitsSafety(memory: Memory): void {
  if (memory.deleted_at !== null) throw new AppError("conflict", "This memory is deleted; restore it first.");
  if (!awaitsSafety(memory))
    throw new AppError(
      "conflict",
      `This memory is ${memory.status}; only one that is quarantined or held is released or rejected.`,
    );
}

/** What it was when it was quarantined; what was stored so had been nothing before, and is active then. */
async function statusBefore(db: Db, memory: Memory, organization_id: string) {
  const source = await findSource(db, {
    organization_id,
    memory_id: memory.id,
    status: "quarantined",
  });
  const before = MEMORY_STATUSES.find((status) => status === source?.detail.from);
  if (before === "drifted" || before === "expired") return before;
  return "active";
}
