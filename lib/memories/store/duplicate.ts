import { createHash } from "node:crypto";
import { normalizeText } from "@/lib/ai";
import { CLIENT_IDS } from "@/lib/kernel/client-ids";
import type { Memory, MemoryScope } from "../contract";
import type { MemoryKind } from "../kinds";

/** What a duplicate has in common with the memory it repeats. */
export type Identity = {
  kind: MemoryKind;
  scope: MemoryScope;
  /** Counts at repository scope only, the agent and the session at theirs: there they are whom the memory reaches. */
  repository_id: string | null;
  /** The name of a repository that is not registered: what is kept for one says nothing to another. */
  pending_repository: string | null;
  agent: string | null;
  session_id: string | null;
  /** Whom a developer's preference is about; other kinds say the same of everybody. */
  developer_id: string | null;
  /** Whom a client of its own words keeps it for; see `clientIdsOf`. Null: nobody in particular. */
  client_ids: string | null;
  statement: string;
};

/**
 * A hash (SHA-256, hex) that two memories share exactly when they say the same, but for case, punctuation and white
 * space, in the same kind and for the same reach.
 */
export function duplicateHash(memory: Identity): string {
  const { statement, client_ids } = memory;
  const parts = [
    ...reachParts(memory),
    // A statement of symbols alone has no words to compare.
    normalizeText(statement).toLowerCase() || statement.trim(),
    ...(client_ids === null ? [] : [client_ids]),
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

function reachParts({
  kind,
  scope,
  repository_id,
  pending_repository,
  agent,
  session_id,
  developer_id,
}: Identity): (string | null)[] {
  const kept_for = pending_repository === null ? null : `pending:${pending_repository.toLowerCase()}`;
  return [
    kind,
    scope,
    scope === "repository" ? (repository_id ?? kept_for) : null,
    scope === "agent" ? agent : null,
    scope === "session" ? session_id : null,
    kind === "developer_preference" ? developer_id : null,
  ];
}

type Named = Pick<Memory, "user" | "metadata"> & { session_id?: string | null };

/**
 * The user, agent, application and run that a client of mem0 keeps a memory for: what two of its users say is two
 * memories there, each found and deleted as its own.
 */
export function clientIdsOf({ user, metadata, session_id = null }: Named): string | null {
  const ids = metadata[CLIENT_IDS];
  if (ids === null || typeof ids !== "object") return null;
  return JSON.stringify([
    user,
    Reflect.get(ids, "agent_id") ?? null,
    Reflect.get(ids, "app_id") ?? null,
    session_id,
  ]);
}

type Identified = Pick<
  Memory,
  "kind" | "repository" | "pending_repository" | "agent" | "session_id" | "statement" | "metadata" | "user"
>;

/** What a memory has in common with one that repeats it at this scope. */
export function identityOf(memory: Identified, scope: MemoryScope): Identity {
  const { kind, repository, pending_repository, agent, session_id, statement, metadata } = memory;
  const { developer_id } = metadata;
  return {
    kind,
    scope,
    pending_repository,
    agent,
    session_id,
    statement,
    client_ids: clientIdsOf(memory),
    repository_id: repository?.id ?? null,
    developer_id: typeof developer_id === "string" ? developer_id : null,
  };
}

/** What two memories must share to be one: everything that the hash tells apart but what they say. */
export function reachOf(memory: Identified & { scope: MemoryScope }): string {
  const identity = identityOf(memory, memory.scope);
  return JSON.stringify([...reachParts(identity), identity.client_ids]);
}

/** The hash that a memory would have at another scope. */
export function hashAt(memory: Identified, scope: MemoryScope): string {
  return duplicateHash(identityOf(memory, scope));
}
