import { type Actor, maySeeRepository } from "@/lib/kernel/actor";
import type { Memory } from "./contract";

/**
 * A key bound to repositories sees their memories and the global ones. What is quarantined addresses the reading model,
 * what is kept for a repository that is not registered says nothing of any other, and what reaches one agent or session
 * is of no use to other agents: no agent is shown either. What waits for a person is shown to the agent that stored it.
 * As SQL: `memoryConditions`.
 */
export function maySeeMemory(
  actor: Actor,
  memory: Pick<
    Memory,
    "scope" | "repository" | "pending_repository" | "status" | "agent" | "held_at" | "created_by"
  >,
): boolean {
  if (actor.kind === "agent" && !reachesAgent(actor.name, memory)) return false;
  if (memory.scope === "global") return true;
  if (memory.repository === null) return actor.repository_ids === null;
  return maySeeRepository(actor, memory.repository.id);
}

function reachesAgent(
  name: string,
  {
    scope,
    status,
    pending_repository,
    agent,
    held_at,
    created_by,
  }: Pick<Memory, "scope" | "pending_repository" | "status" | "agent" | "held_at" | "created_by">,
): boolean {
  if (status === "quarantined" || pending_repository !== null) return false;
  const isAuthor = created_by.kind === "agent" && created_by.name === name;
  if (held_at !== null && !isAuthor) return false;
  if (scope === "agent") return agent === name;
  return scope !== "session" || agent === null || agent === name;
}

/** Whether it takes memories of others out of service and brings them back; who may not suggests it. */
export function mayDecide(actor: Actor): boolean {
  return actor.kind !== "agent" || actor.permissions.has("memories:decide");
}

/** Undoing what someone decided is a person's (or a job's) to do. */
export function mayRestore(actor: Actor): boolean {
  return actor.kind !== "agent";
}

/** A lead decides with their own eyes that a quarantined text is harmless; no key does it for them. */
export function mayRelease(actor: Actor): boolean {
  return actor.kind === "person";
}

/** What reaches every repository is a lead's to decide; no key does it for them. */
export function mayDecideGlobal(actor: Actor): boolean {
  return actor.kind === "person" && (actor.role === "lead" || actor.role === "owner");
}

/**
 * Who took a step may take it back; people also what agents and jobs did, and a lead what other people decided.
 */
export function mayUndo(actor: Actor, by: { kind: Actor["kind"]; id: string }): boolean {
  if (actor.kind === by.kind && actor.id === by.id) return true;
  if (actor.kind === "job") return true;
  return actor.kind === "person" && (by.kind !== "person" || actor.role === "lead" || actor.role === "owner");
}
