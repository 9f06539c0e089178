import type { Actor } from "@/lib/kernel/actor";

/** A key that is bound to some repositories may not bring in others. */
export function mayAddRepository(actor: Actor): boolean {
  return actor.repository_ids === null;
}
