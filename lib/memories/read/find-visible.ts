import type { Db } from "@/lib/db/client";
import type { Actor } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import type { Memory } from "../contract";
import { findMemory } from "../memory/queries";
import { maySeeMemory } from "../policy";

/** A memory as an actor may see it. @throws AppError not_found when it does not exist or is not for this actor. */
export async function findMemoryFor(
  db: Db,
  { actor, memory_id }: { actor: Actor; memory_id: string },
): Promise<Memory> {
  const { organization_id } = actor;
  const memory = await findMemory(db, { organization_id, memory_id });
  if (!memory || !maySeeMemory(actor, memory) || (memory.deleted_at !== null && actor.kind === "agent"))
    throw new AppError("not_found", "This memory does not exist.");
  return memory;
}
