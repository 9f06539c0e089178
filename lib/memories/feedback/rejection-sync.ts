import { normalizeText } from "@/lib/ai";
import type { Db } from "@/lib/db/client";
import { type ChangedBy, changeMemory } from "../lifecycle/change";
import { nextStatus } from "../lifecycle/transitions";
import { deleteEmbeddings } from "../memory/change-queries";
import * as memoryQueries from "../memory/queries";
import { documentOf } from "../store/prepare";
import { enqueueEmbedding } from "../store/writes";

/**
 * Rejection patterns follow the findings they were made from: to another rule, and out of service when people decide
 * that the finding was right after all.
 */

/** Puts rejection patterns under the rule of their findings. Those that are there already stay as they are. */
export async function retagRejections(
  tx: Db,
  { organization_id, actor, now, rules }: ChangedBy & { rules: ReadonlyMap<string, string> },
): Promise<void> {
  const memories = await memoryQueries.memoriesByIds(tx, { organization_id, ids: [...rules.keys()].sort() });
  const changed: string[] = [];
  for (const memory of memories) {
    const rule_category = rules.get(memory.id);
    if (
      memory.kind !== "rejection_pattern" ||
      rule_category === undefined ||
      memory.metadata.rule_category === rule_category
    )
      continue;
    const metadata = { ...memory.metadata, rule_category };
    const search_text = normalizeText(documentOf({ ...memory, metadata }));
    await changeMemory(
      tx,
      { organization_id, actor, now },
      {
        memory,
        change: { metadata, search: { search_text } },
        type: "updated",
        reason: "Its findings were put under another rule.",
        detail: { changed: ["metadata"], before: { metadata: memory.metadata } },
      },
    );
    await deleteEmbeddings(tx, { organization_id, memory_id: memory.id });
    changed.push(memory.id);
  }
  if (changed.length > 0) await enqueueEmbedding(tx, { organization_id, ids: changed });
}

/** Declares rejection patterns invalid, for no rejected finding stands behind them any more. */
export async function withdrawRejections(
  tx: Db,
  {
    organization_id,
    actor,
    now,
    memory_ids,
    reason,
  }: ChangedBy & { memory_ids: readonly string[]; reason: string },
): Promise<void> {
  const memories = await memoryQueries.memoriesByIds(tx, { organization_id, ids: [...memory_ids].sort() });
  for (const memory of memories) {
    const { kind, status: from } = memory;
    const to = nextStatus(from, "invalidate");
    if (kind !== "rejection_pattern" || to === null) continue;
    await changeMemory(
      tx,
      { organization_id, actor, now },
      { memory, change: { status: { to, reason } }, type: "invalidated", reason, detail: { from, to } },
    );
  }
}
