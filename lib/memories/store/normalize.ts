import { type PreparedCitation, prepareCitations, type Repository } from "@/lib/citations";
import type { Database } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import type { MemoryInput, MemoryScope } from "../contract";
import { asStored, fromShortForm, kindIssues, type MemoryKind } from "../kinds";
import { resolveRepository } from "../search/filters";
import { factsReader } from "../taint/read-facts";
import { type NewMemory, type PreparedMemory, prepareMemories } from "./prepare";
import { decideScope, mayStoreGlobally } from "./scope";
import { AgentTypes } from "./speaker";

export type NormalizedMemory = {
  memory: PreparedMemory;
  notes: string[];
  /** True: it was to reach the whole organization, which the key may not. */
  global_refused: boolean;
};

type Written = Omit<MemoryInput, "kind" | "subject" | "fact" | "reason" | "created_by" | "metadata"> & {
  kind: MemoryKind;
  metadata: Record<string, unknown>;
};

type Given = {
  actor: Actor;
  /** Taken over where the input is silent, from a memory that is corrected. */
  inherited?: { repository_id: string | null; scope: MemoryScope };
};

/**
 * Memories as a caller writes them, made ready to be stored: who they come from and whom they reach is decided, their
 * citations are read in the repository, then `prepareMemories`. `pointer_of` tells where each is in the input.
 * @throws AppError invalid_input with pointers; nothing is stored before all of them are right.
 */
export async function normalizeMemories(
  db: Database,
  params: Given & {
    memories: readonly MemoryInput[];
    pointer_of: (index: number) => string;
    /** Found for this actor before, so that naming it by its id costs no look-up. */
    repository?: Repository;
    /** Memories without a repository are kept for the one of this name, until it is registered. */
    pending_repository?: string | null;
  },
): Promise<NormalizedMemory[]> {
  const { memories, pointer_of, repository: found, ...rest } = params;
  const types = new AgentTypes(db, params.actor);
  const repositories = new Map<string, Repository>(found ? [[found.id, found]] : []);
  const resolved: Resolved[] = [];
  for (const [index, memory] of memories.entries()) {
    const { kind, ...written } = fromShortForm(memory);
    const pointer = pointer_of(index);
    if (kind === undefined) throw invalidField(`${pointer}/kind`, "is missing");
    resolved.push(await resolve(db, { ...rest, memory: { ...written, kind }, pointer, repositories, types }));
  }
  const prepared = await prepareMemories(
    resolved.map(({ memory }) => memory),
    factsReader(db, tenantOf(params)),
  );
  return prepared.map((memory, index) => ({
    memory,
    notes: resolved[index]?.notes ?? [],
    global_refused: resolved[index]?.global_refused ?? false,
  }));
}

type Resolved = Omit<NormalizedMemory, "memory"> & { memory: NewMemory };

async function resolve(
  db: Database,
  params: Given & {
    memory: Written;
    pointer: string;
    repositories: Map<string, Repository>;
    types: AgentTypes;
    pending_repository?: string | null;
  },
): Promise<Resolved> {
  const { actor, inherited, memory, pointer } = params;
  assertKind(memory, pointer);
  const agent = agentOf(actor, memory, pointer);
  const repository = await repositoryOf(db, params);
  const repository_id = repository?.id ?? null;
  const agent_type = await params.types.of(memory, { pointer, repository_id });
  const pending_repository = repository === null ? (params.pending_repository ?? null) : null;
  const session_id = memory.session_id ?? null;
  const { scope, notes, refused } =
    memory.scope === undefined && inherited
      ? { scope: inherited.scope, notes: [], refused: false }
      : decideScope({
          actor,
          scope: memory.scope,
          agent,
          session_id,
          pointer,
          has_repository: repository !== null || pending_repository !== null,
        });
  const citations = await citationsOf(db, { ...params, repository });
  const { statement, metadata } = asStored(memory);
  return {
    memory: {
      kind: memory.kind,
      statement,
      metadata,
      scope,
      session_id,
      agent,
      agent_type,
      citations,
      repository_id,
      pending_repository,
      ...(memory.category === undefined ? {} : { category: memory.category }),
      tags: memory.tags ?? [],
      user: memory.user ?? null,
      reasoning: memory.reasoning ?? null,
      outcome: memory.outcome ?? null,
      applies_to: memory.applies_to ?? null,
      confidence: memory.confidence ?? null,
      source:
        memory.source ??
        (session_id === null ? { kind: "api", id: null } : { kind: "session", id: session_id }),
    },
    notes: [...notes, ...citations.flatMap((citation) => citation.notes)],
    global_refused: refused,
  };
}

/** @throws AppError invalid_input with everything that is wrong with a memory as one of its kind. */
export function assertKind(memory: Parameters<typeof kindIssues>[0], pointer: string): void {
  const errors = kindIssues(memory).map(({ path, message }) => ({
    pointer: [pointer, ...path.map((part) => String(part).replaceAll("~", "~0").replaceAll("/", "~1"))].join(
      "/",
    ),
    detail: message,
  }));
  const [first] = errors;
  if (first) throw new AppError("invalid_input", `${first.pointer}: ${first.detail}`, { errors });
}

function agentOf(actor: Actor, { agent }: Written, pointer: string): string | null {
  if (actor.kind !== "agent") return agent ?? null;
  if (agent !== undefined && agent !== actor.name)
    throw invalidField(`${pointer}/agent`, `must be ${actor.name}, the agent of this key, or left out`);
  return actor.name;
}

async function repositoryOf(
  db: Database,
  {
    actor,
    inherited,
    memory,
    pointer,
    repositories,
  }: Given & {
    memory: Written;
    pointer: string;
    repositories: Map<string, Repository>;
  },
): Promise<Repository | null> {
  const field = memory.repository === undefined && memory.repo !== undefined ? "repo" : "repository";
  const reference = memory.repository ?? memory.repo ?? inherited?.repository_id ?? onlyRepository(actor);
  if (reference === null) {
    // Such a key would not see what it stored.
    if (actor.repository_ids !== null && !(memory.scope === "global" && mayStoreGlobally(actor)))
      throw invalidField(
        `${pointer}/repository`,
        "is missing; this key is bound to repositories, so name one of them",
      );
    return null;
  }
  const known = repositories.get(reference);
  if (known) return known;
  const repository = await resolveRepository(db, { actor, reference, pointer: `${pointer}/${field}` });
  repositories.set(reference, repository);
  return repository;
}

function onlyRepository({ repository_ids }: Actor): string | null {
  if (repository_ids?.length === 1) return repository_ids[0] ?? null;
  return null;
}

async function citationsOf(
  db: Database,
  {
    actor,
    memory,
    pointer,
    repository,
  }: Given & { memory: Written; pointer: string; repository: Repository | null },
): Promise<PreparedCitation[]> {
  if (memory.citations.length === 0) return [];
  if (repository === null)
    throw invalidField(`${pointer}/repository`, "is missing; name the repository that the citations are in");
  return prepareCitations(db, {
    organization_id: actor.organization_id,
    repository,
    citations: memory.citations,
    pointer: `${pointer}/citations`,
  });
}
