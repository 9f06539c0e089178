import { CLIENT_IDS } from "@/lib/kernel/client-ids";
import { kindMetadataSchemas, type Memory, type MemoryKind } from "@/lib/memories/contract";
import { ENTITY_FIELDS, type EntityIds } from "./entities";
import { type Fields, isObject, objectOf, textOf } from "./fields";

/** A memory as mem0's clients read it. */
export type Mem0Memory = {
  id: string;
  memory: string;
  user_id: string | null;
  agent_id: string | null;
  app_id: string | null;
  run_id: string | null;
  session_id: string | null;
  metadata: Record<string, unknown>;
  categories: string[];
  created_at: string;
  updated_at: string;
  expiration_date: string | null;
  immutable: boolean;
  /** What Casebook knows beyond it. */
  casebook: { kind: string; scope: string; status: string; quality: number; citations: unknown[] };
  score?: number;
};

/** What a client called a memory and its surroundings; null where no client of mem0 stored it. */
export function clientIdsOf({ metadata }: Pick<Memory, "metadata">): Fields | null {
  const ids = metadata[CLIENT_IDS];
  if (isObject(ids)) return ids;
  return null;
}

export function toMem0(memory: Memory): Mem0Memory {
  const ids = clientIdsOf(memory);
  const from = ids ?? { agent_id: memory.agent, app_id: memory.repository?.name };
  const { [CLIENT_IDS]: _, ...metadata } = memory.metadata;
  const apart = objectOf(ids?.metadata);
  return {
    id: textOf(ids?.id) ?? memory.id,
    memory: memory.statement,
    user_id: memory.user,
    agent_id: textOf(from.agent_id),
    app_id: textOf(from.app_id),
    run_id: memory.session_id,
    session_id: memory.session_id,
    metadata: { ...metadata, ...apart },
    categories: [...new Set([memory.category, ...memory.tags])].filter((name) => name !== "general"),
    created_at: textOf(ids?.created_at) ?? memory.created_at,
    updated_at: textOf(ids?.updated_at) ?? memory.updated_at,
    expiration_date: textOf(ids?.expiration_date),
    immutable: ids?.immutable === true,
    casebook: {
      kind: memory.kind,
      scope: memory.scope,
      status: memory.status,
      quality: memory.quality,
      citations: memory.citations.map(({ path, line_start, line_end, status }) => ({
        path,
        line_start,
        line_end,
        status,
      })),
    },
  };
}

export type ClientMetadata = {
  kind: MemoryKind;
  /** As the client sent them. */
  metadata: Fields;
  ids: EntityIds;
  /** Further things that are kept under the client's key, such as `event_id`. */
  kept?: Fields;
};

/** The metadata of a memory that a client stores: its own, those that its kind takes kept apart, and its ids. */
export function storedMetadata({ kind, metadata, ids, kept = {} }: ClientMetadata): Record<string, unknown> {
  const taken: ReadonlySet<string> = new Set([CLIENT_IDS, ...Object.keys(kindMetadataSchemas[kind].shape)]);
  const entries = Object.entries(metadata);
  const apart = entries.filter(([key]) => taken.has(key));
  const client: Record<string, unknown> = { ...kept };
  for (const field of ENTITY_FIELDS)
    if (ids[field] !== undefined && (field === "agent_id" || field === "app_id")) client[field] = ids[field];
  if (apart.length > 0) client.metadata = Object.fromEntries(apart);
  const stored = Object.fromEntries(entries.filter(([key]) => !taken.has(key)));
  stored[CLIENT_IDS] = client;
  return stored;
}
