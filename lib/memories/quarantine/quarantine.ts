import type { Db } from "@/lib/db/client";
import type { Actor, ActorRef } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { MEMORY_STATUSES, type Memory } from "../contract";
import { changedBy, changeMemory } from "../lifecycle/change";
import * as eventQueries from "../lifecycle/event-queries";
import { nextStatus } from "../lifecycle/transitions";
import { SAFETY_VERSION } from "../safety/injection-rule-ids";
import * as safetyQueries from "../safety/queries";
import { suspicionsIn } from "../safety/suspicions";

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

type Deciding = { actor: Actor; memory: Memory; reason: string | null; now: Date };

/**
 * A lead says that a quarantined text is harmless: it is what it was before, and what was found in this text by these
 * rules is remembered, so that it is not quarantined for it again. Another text, or another rule, is.
 * @throws AppError conflict for a memory that is not quarantined, or is deleted.
 */
export async function release(tx: Db, { actor, memory, reason, now }: Deciding): Promise<void> {
  assertQuarantined(memory);
  const by = changedBy({ actor, now });
  const { organization_id } = by;
  const found = await suspicionsIn(textsOf(memory));
  const allowances = [
    ...new Map(
      found.map(({ rule, text_sha256 }) => [`${rule} ${text_sha256}`, { rule, text_sha256 }]),
    ).values(),
  ];
  const to = await statusBefore(tx, memory, organization_id);
  await changeMemory(tx, by, {
    memory,
    change: { safety_version: SAFETY_VERSION, status: { to, reason: null } },
    type: "released",
    reason,
    detail: { from: memory.status, to, rules: [...new Set(found.map(({ rule }) => rule))] },
  });
  await safetyQueries.insertAllowances(tx, { ...by, memory_id: memory.id, allowances });
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
      reason: "The safety rules in force find nothing in it.",
      detail: { from: memory.status, to, rules: [rule], safety_version: SAFETY_VERSION },
    },
  );
  return true;
}

/** A lead says that a quarantined memory is not to be believed. @throws AppError conflict as `release`. */
export async function reject(tx: Db, { actor, memory, reason, now }: Deciding): Promise<void> {
  assertQuarantined(memory);
  const to = nextStatus(memory.status, "invalidate") ?? "invalid";
  await changeMemory(tx, changedBy({ actor, now }), {
    memory,
    change: { status: { to, reason } },
    type: "invalidated",
    reason,
    detail: { from: memory.status, to, rejected: true },
  });
}

function assertQuarantined({ status, deleted_at }: Memory): void {
  if (deleted_at !== null) throw new AppError("conflict", "This memory is deleted; restore it first.");
  if (status !== "quarantined")
    throw new AppError(
      "conflict",
      `This memory is ${status}; only a quarantined memory is released or rejected.`,
    );
}

/** What it was when it was quarantined; what was stored so had been nothing before, and is active then. */
async function statusBefore(db: Db, memory: Memory, organization_id: string) {
  const arrival = await eventQueries.findArrival(db, {
    organization_id,
    memory_id: memory.id,
    status: "quarantined",
  });
  const before = MEMORY_STATUSES.find((status) => status === arrival?.detail.from);
  return before === "drifted" || before === "expired" ? before : "active";
}
