import type { RecallPreview } from "@/lib/recall/contract";

type Served = Pick<RecallPreview["memories"][number], "memory_id" | "statement">;

/** A memory that is in one of two packs alone, or in both in other words; `before`: how it read in the earlier one. */
export type Difference = Served & { before: string | null };

/** How a pack differs from an earlier one. */
export function differenceOf(
  past: readonly Served[],
  present: readonly Served[],
): { added: Difference[]; dropped: Difference[]; changed: Difference[]; same: number } {
  const before = new Map(past.map((one) => [one.memory_id, one.statement]));
  const now = new Set(present.map(({ memory_id }) => memory_id));
  const difference = ({ memory_id, statement }: Served, was: string | null = null): Difference => ({
    memory_id,
    statement,
    before: was,
  });
  const both = present.filter(({ memory_id }) => before.has(memory_id));
  const changed = both.filter(({ memory_id, statement }) => before.get(memory_id) !== statement);
  return {
    added: present.filter(({ memory_id }) => !before.has(memory_id)).map((one) => difference(one)),
    dropped: past.filter(({ memory_id }) => !now.has(memory_id)).map((one) => difference(one)),
    changed: changed.map((one) => difference(one, before.get(one.memory_id) ?? null)),
    same: both.length - changed.length,
  };
}
