import { type HygieneCounts, UNUSED_DAYS } from "@/lib/hygiene/contract";
import { type MeasureFilter, type MeasureName, rowsHref } from "@/lib/kernel/measures";
import type { Queue } from "./parameters";

export type Reason = {
  key: keyof HygieneCounts;
  title: string;
  unit: [one: string, many: string];
  meaning: string;
  definition: string;
  opens: { queue: Queue } | { measure: "conflicts_open" | "suggestions_open" | "memories_quarantined" };
};

/** Why memories need cleaning up, each a count of `hygiene_get` with what it opens. */
export const REASONS: readonly Reason[] = [
  {
    key: "exact_duplicates",
    title: "Exact duplicates",
    unit: ["group", "groups"],
    meaning: "Say the same, word for word",
    definition:
      "Groups of memories in use with the same kind and scope whose statements differ only in case, punctuation and white space.",
    opens: { queue: "exact" },
  },
  {
    key: "near_duplicates",
    title: "Near-duplicates",
    unit: ["pair", "pairs"],
    meaning: "Nearly say the same",
    definition:
      "Pairs of the same kind and scope whose vectors are closer than the threshold measured for the embedder, without pairs that someone marked as not duplicates.",
    opens: { queue: "near" },
  },
  {
    key: "contradictions",
    title: "Contradictions",
    unit: ["conflict", "conflicts"],
    meaning: "Cannot all be true",
    definition:
      "Conflicts waiting for a decision, with at least two memories in use. Found by rules when a session stops and every night, and by the language model where one is configured.",
    opens: { measure: "conflicts_open" },
  },
  {
    key: "suggestions",
    title: "Agents' suggestions",
    unit: ["suggestion", "suggestions"],
    meaning: "An agent wants to change a memory of others",
    definition:
      "An agent without the permission memories:decide asked to invalidate, supersede or delete a memory that others stored or edited, and whose cited code is unchanged. The memory stays in use until someone decides.",
    opens: { measure: "suggestions_open" },
  },
  {
    key: "never_used",
    title: "Never used",
    unit: ["memory", "memories"],
    meaning: `Older than ${UNUSED_DAYS} days, and never served`,
    definition: `Active memories that are not pinned, were stored more than ${UNUSED_DAYS} days ago, and were neither served nor applied since.`,
    opens: { queue: "never_used" },
  },
  {
    key: "recall_loops",
    title: "Recall loops",
    unit: ["memory", "memories"],
    meaning: "Repeats a memory its session was served",
    definition:
      "Active memories of a session that nearly repeat (see near-duplicates) an older memory which that session had been served before.",
    opens: { queue: "recall_loop" },
  },
  {
    key: "unverifiable",
    title: "Unverifiable",
    unit: ["memory", "memories"],
    meaning: "Served, but nothing can be checked",
    definition:
      "Active memories that were served at least once and have no citations, or none that could be read at the last check.",
    opens: { queue: "unverifiable" },
  },
  {
    key: "secret_like",
    title: "Secret-like",
    unit: ["memory", "memories"],
    meaning: "Something like a secret was removed",
    definition:
      "Memories in use with a placeholder where a secret or personal data was removed, when they were stored or by a newer rule later. The removed text is not stored. A memory without the placeholder is no longer counted.",
    opens: { queue: "secret_like" },
  },
  {
    key: "instruction_like",
    title: "Instruction-like",
    unit: ["memory", "memories"],
    meaning: "Give instructions to AI models",
    definition: "Quarantined memories: they are not served until a lead releases them.",
    opens: { measure: "memories_quarantined" },
  },
];

/** The measure that a reason counts, and what narrows it. */
export function measureOfReason(
  { opens }: Reason,
  repository: string | null,
): { measure: MeasureName; filter: MeasureFilter } {
  if ("queue" in opens) return { measure: "hygiene", filter: { repository, queue: opens.queue } };
  return { measure: opens.measure, filter: { repository } };
}

/** The list behind a count. */
export function hrefOf(reason: Reason, repository: string | null): string {
  const { measure, filter } = measureOfReason(reason, repository);
  return rowsHref(measure, filter);
}
