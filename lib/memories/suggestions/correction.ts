import type { z } from "zod";
import { memorySupersede } from "../contract";
import type { NormalizedMemory } from "../store/normalize";

/** What `memory_supersede` takes besides the memory, as it is kept until a person decides. */
const correctionSchema = memorySupersede.input.omit({ memory_id: true, version: true });

export type Correction = z.output<typeof correctionSchema>;

/** The correction of a suggestion; null where it has none. */
export function readCorrection(stored: unknown): Correction | null {
  return correctionSchema.nullable().catch(null).parse(stored);
}

/** A correction that passed every check: its texts without secrets, its citations at the commits at which they were read. */
export function correctionOf(
  { memory }: Pick<NormalizedMemory, "memory">,
  { applies_to }: Pick<Correction, "applies_to">,
): Correction {
  const { kind, statement, metadata, scope, category, tags, source } = memory;
  return correctionSchema.parse({
    kind,
    statement,
    metadata,
    scope,
    category,
    tags,
    source,
    applies_to,
    agent: memory.agent ?? undefined,
    agent_type: memory.agent_type ?? undefined,
    user: memory.user ?? undefined,
    reasoning: memory.reasoning ?? undefined,
    outcome: memory.outcome ?? undefined,
    confidence: memory.confidence ?? undefined,
    session_id: memory.session_id ?? undefined,
    citations: memory.citations.map(({ path, line_start, line_end, commit_sha }) => ({
      path,
      line_start,
      line_end,
      sha: commit_sha,
    })),
  });
}
