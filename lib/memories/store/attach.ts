import { type Database, type Db, transaction } from "@/lib/db/client";
import { findPendingOfRegistered } from "@/lib/db/sql/scopes";
import type { ActorRef } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import type { Memory } from "../contract";
import { changeMemory } from "../lifecycle/change";
import { mergeInto } from "../lifecycle/merge";
import * as memoryQueries from "../memory/queries";
import { duplicateHash, identityOf } from "./duplicate";
import { widenByEvidence } from "./evidence";
import { UNJUDGED } from "./prepare";

const AT_ONCE = 500;

/**
 * Gives memories that were kept for a repository by its name to that repository, now that it is registered. What it knows
 * already is merged. Safe to repeat. @returns how many found their repository.
 */
export async function attachPending(
  db: Database,
  {
    organization_id,
    actor,
    now,
    signal,
  }: { organization_id: string; actor: ActorRef; now: () => Date; signal: AbortSignal },
): Promise<number> {
  const pending = await findPendingOfRegistered(db, { organization_id, limit: AT_ONCE });
  let attached = 0;
  for (const { memory_id, repository_id } of pending) {
    signal.throwIfAborted();
    const done = await transaction(db, (tx) =>
      attach(tx, { organization_id, actor, now: now(), memory_id, repository_id }),
    ).catch((error: unknown) => {
      // Somebody changed it in this moment; the next run finds it again.
      if (error instanceof AppError && error.code === "conflict") return false;
      throw error;
    });
    if (done) attached += 1;
  }
  return attached;
}

async function attach(
  tx: Db,
  {
    organization_id,
    actor,
    now,
    memory_id,
    repository_id,
  }: { organization_id: string; actor: ActorRef; now: Date; memory_id: string; repository_id: string },
): Promise<boolean> {
  const memory = await memoryQueries.findMemory(tx, { organization_id, memory_id });
  if (!memory || memory.pending_repository === null) return false;
  const duplicate_sha256 = hashIn(memory, repository_id);
  const known = await memoryQueries.findByHashes(tx, { organization_id, hashes: [duplicate_sha256] });
  const same = known.find(({ id, status }) => id !== memory_id && status === "active");
  await changeMemory(
    tx,
    { organization_id, actor, now },
    {
      memory,
      // What it says is judged by its repository before it is served.
      change: { repository_id, pending_repository: null, duplicate_sha256, safety_version: UNJUDGED },
      type: "attached",
      detail: { pending_repository: memory.pending_repository, repository_id },
    },
  );
  if (same)
    await mergeInto(tx, {
      organization_id,
      actor,
      now,
      into: same.id,
      ids: [memory_id],
      reason: "Its repository already had the same memory.",
    });
  else
    await widenByEvidence(tx, {
      organization_id,
      memories: await memoryQueries.memoriesByIds(tx, { organization_id, ids: [memory_id] }),
      now,
    });
  return true;
}

const hashIn = (memory: Memory, repository_id: string): string =>
  duplicateHash({ ...identityOf(memory, memory.scope), repository_id, pending_repository: null });
