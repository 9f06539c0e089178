import type { OutputOf } from "@/lib/kernel/contract";
import type { Compact } from "@/lib/runtime/operation";
import type * as contract from "../contract";
import type { Memory, UnverifiedMemory } from "../contract";
import { ageOf, hitRows, type MemoryRow, placeOf, rowsOf, uncheckedRows } from "./compact";

type Json = Record<string, unknown>;
type Named = { repository?: string; repo?: string };

/** Rows name their repository unless the question did. */
const naming = ({ input, now }: { input: Named; now: Date }) => ({
  now,
  names_repository: input.repository === undefined && input.repo === undefined,
});

const unchecked = (
  memories: readonly UnverifiedMemory[],
  options: { now: Date; names_repository: boolean },
) => (memories.length === 0 ? {} : { check_before_use: uncheckedRows(memories, options) });

export const compactSearch: Compact<typeof contract.memorySearch> = (output, asked) => {
  const options = naming(asked);
  return {
    items: hitRows(output.items, options),
    ...unchecked(output.check_before_use, options),
    ...(output.degraded.length === 0 ? {} : { degraded: output.degraded }),
  };
};

export const compactRecent: Compact<typeof contract.memoryGetRecent> = (output, asked) => {
  if (output.markdown !== null)
    return output.next_cursor === null
      ? output.markdown
      : `${output.markdown}\nMore follow; their cursor is ${output.next_cursor}`;
  const options = naming(asked);
  return {
    items: rowsOf(output.items, options),
    ...(output.next_cursor === null ? {} : { next_cursor: output.next_cursor }),
    ...unchecked(output.check_before_use, options),
  };
};

export const compactByPath: Compact<typeof contract.memorySearchByPath> = (output, asked) => {
  const options = { now: asked.now, names_repository: false };
  const items: MemoryRow[] = rowsOf(output.items, options);
  return { items, ...unchecked(output.check_before_use, options) };
};

const isSaid = (value: unknown) =>
  value !== null &&
  value !== undefined &&
  !(Array.isArray(value) && value.length === 0) &&
  !(typeof value === "object" && !Array.isArray(value) && Object.keys(value).length === 0);

/** Without fields that say nothing. */
const withoutEmpty = (json: Json): Json =>
  Object.fromEntries(Object.entries(json).filter(([, value]) => isSaid(value)));

const rounded = (value: number) => Math.round(value * 100) / 100;

export const compactMemory: Compact<typeof contract.memoryGet> = (memory, { now }) =>
  withoutEmpty({
    id: memory.id,
    kind: memory.kind,
    status: memory.status,
    status_reason: memory.status_reason,
    standing: memory.standing,
    superseded_by: memory.superseded_by,
    statement: memory.statement,
    reasoning: memory.reasoning,
    outcome: memory.outcome,
    metadata: memory.metadata,
    repository: memory.repository?.name,
    scope: memory.scope,
    category: memory.category,
    tags: memory.tags,
    quality: rounded(memory.quality),
    age: ageOf(memory.refreshed_at, now),
    version: memory.version,
    citations: memory.citations.map((citation) => ({
      id: citation.id,
      at: placeOf(citation),
      status: citation.status,
      snippet: citation.snippet,
    })),
    similar: memory.similar.map((similar) => similar.memory.id),
  });

/** What a write left: enough to go on with, and to see what changed. */
const changed = ({ id, kind, status, version, quality }: Memory) => ({
  id,
  kind,
  status,
  version,
  quality: rounded(quality),
});

/** A write's answer with what changed of its memory, without empty fields. */
export function compactWrite({ memory, ...rest }: Json & { memory: Memory | null }): Json {
  return { ...withoutEmpty(rest), ...(memory === null ? {} : { memory: changed(memory) }) };
}

/** As `compactWrite`, and null says that it cites nothing. */
export function compactApplied(output: OutputOf<typeof contract.memoryLogApplied>): Json {
  return { ...compactWrite(output), verdict: output.verdict };
}

export const compactVerified: Compact<typeof contract.memoryVerifyCitations> = (output) => ({
  valid: output.valid,
  ...(output.reason === null ? {} : { stored: output.stored, reason: output.reason }),
  ...(output.status === null ? {} : { status: output.status }),
  citations: output.citations.map((citation) =>
    withoutEmpty({
      id: citation.id,
      at: placeOf(citation),
      status: citation.status,
      stands_at: citation.stands_at === null ? null : placeOf(citation.stands_at),
      facts: citation.facts,
      error: citation.error,
      // Lines that stand as they were cited need not be sent again; memory_read_citation answers them.
      content: citation.status === "edited" ? citation.content : null,
    }),
  ),
});
