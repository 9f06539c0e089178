import type { Db } from "@/lib/db/client";
import { findWithoutTriggers, putTriggers } from "@/lib/db/sql/triggers";
import { oneOfOr } from "@/lib/kernel/one-of";
import { MEMORY_KINDS } from "../kinds";
import { inferTriggers } from "./infer";
import { triggerKeys } from "./keys";

/**
 * Infers what memories apply to of which that was never determined, at most `limit`. What was determined meanwhile
 * stays. @returns how many there were.
 */
export async function inferMissing(
  db: Db,
  { organization_id, limit }: { organization_id: string; limit: number },
): Promise<number> {
  const memories = await findWithoutTriggers(db, { organization_id, limit });
  if (memories.length === 0) return 0;
  const rows = memories.map(({ id, kind: stored, statement, reasoning, metadata, paths }) => {
    const kind = oneOfOr(MEMORY_KINDS, stored, "fact");
    const applies_to = inferTriggers({ kind, statement, reasoning, metadata: toObject(metadata), paths });
    return { id, applies_to, applies_to_keys: triggerKeys(applies_to) };
  });
  await putTriggers(db, { organization_id, rows });
  return memories.length;
}

function toObject(json: unknown): Record<string, unknown> {
  if (json !== null && typeof json === "object" && !Array.isArray(json)) return { ...json };
  return {};
}
