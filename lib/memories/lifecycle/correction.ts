import type { Database, Db } from "@/lib/db/client";
import type { Actor } from "@/lib/kernel/actor";
import type { InputOf } from "@/lib/kernel/contract";
import type * as contract from "../contract";
import type { AppliesToInput, Memory, memorySupersede } from "../contract";
import { fromShortForm } from "../kinds";
import { type NormalizedMemory, normalizeMemories } from "../store/normalize";
import { type Stored, storeMemories } from "../store/writes";
import type { ChangedBy } from "./change";

type Correction = Omit<InputOf<typeof memorySupersede>, "memory_id" | "version">;

/** A corrected memory, ready to be stored. */
export type Corrected = NormalizedMemory;

/**
 * Makes a correction of a memory ready, which takes over what it is silent about. Git work: outside any transaction.
 * @throws AppError invalid_input with pointers into the correction.
 */
export async function prepareCorrection(
  db: Database,
  { actor, memory, correction: written }: { actor: Actor; memory: Memory; correction: Correction },
): Promise<Corrected> {
  const { reason: _, correction_reason: __, ...short } = written;
  const correction = fromShortForm({ ...short, kind: short.kind ?? memory.kind });
  const [normalized] = await normalizeMemories(db, {
    actor,
    memories: [
      {
        ...correction,
        // A convention's subject and reason outlive a corrected fact.
        metadata: correctedMetadata(memory, correction),
        category: correction.category ?? memory.category,
        tags: correction.tags ?? memory.tags,
        applies_to: correction.applies_to ?? statedAppliesTo(memory),
        session_id: correction.session_id ?? memory.session_id ?? undefined,
        // What reaches one agent goes on to reach it when a person corrects it; an agent speaks for itself.
        agent: correction.agent ?? (actor.kind === "agent" ? undefined : (memory.agent ?? undefined)),
        user: correction.user ?? memory.user ?? undefined,
      },
    ],
    inherited: { repository_id: memory.repository?.id ?? null, scope: memory.scope },
    pending_repository: memory.pending_repository,
    pointer_of: () => "",
  });
  if (!normalized) throw new Error("one memory was given and none was normalized");
  return normalized;
}

/** Stores what replaces a memory, in the caller's transaction; `supersede` links the two. */
export async function storeCorrection(
  tx: Db,
  { organization_id, actor, now, memory, corrected }: ChangedBy & { memory: Memory; corrected: Corrected },
): Promise<Stored> {
  const [stored] = await storeMemories(tx, {
    organization_id,
    actor,
    memories: [corrected.memory],
    now,
    replacing: memory.id,
  });
  if (!stored) throw new Error("one memory was given and one is stored");
  return stored;
}

export function statedAppliesTo({ applies_to }: Memory): AppliesToInput | undefined {
  if (applies_to === null || applies_to.origin === "inferred") return undefined;
  const { globs, changes, roles } = applies_to;
  return { globs, changes, roles };
}

function correctedMetadata(
  memory: Memory,
  {
    kind,
    metadata,
    statement,
  }: {
    kind?: Memory["kind"];
    statement?: string;
    metadata: Record<string, unknown>;
  },
): contract.MemoryInput["metadata"] {
  const own = kind === undefined || kind === memory.kind ? memory.metadata : {};
  const merged: Record<string, unknown> = { ...own, ...metadata };
  if (statement !== undefined && metadata.fact === undefined && merged.fact !== undefined)
    merged.fact = statement;
  return merged as contract.MemoryInput["metadata"];
}
