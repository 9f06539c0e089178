import { type HygieneCounts, UNUSED_DAYS } from "@/lib/hygiene/contract";
import { type MeasureFilter, type MeasureName, rowsHref } from "@/lib/kernel/measures";
import type { hygieneReasons } from "@/messages/compiled/hygiene-reasons";
import type { PlainKey, Translate } from "@/messages/message";
import type { Queue } from "./parameters";

type Words = Translate<typeof hygieneReasons>;

export type Reason = {
  key: keyof HygieneCounts;
  title: PlainKey<typeof hygieneReasons>;
  /** What is counted, for so many. */
  counted:
    | "counted_groups"
    | "counted_pairs"
    | "counted_conflicts"
    | "counted_suggestions"
    | "counted_memories";
  meaning: (t: Words) => string;
  definition: (t: Words) => string;
  opens: { queue: Queue } | { measure: "conflicts_open" | "suggestions_open" | "memories_quarantined" };
};

/** Why memories need cleaning up, each a count of `hygiene_get` with what it opens. */
export const REASONS: readonly Reason[] = [
  {
    key: "exact_duplicates",
    title: "exact_duplicates",
    counted: "counted_groups",
    meaning: (t) => t("exact_duplicates_meaning"),
    definition: (t) => t("exact_duplicates_definition"),
    opens: { queue: "exact" },
  },
  {
    key: "near_duplicates",
    title: "near_duplicates",
    counted: "counted_pairs",
    meaning: (t) => t("near_duplicates_meaning"),
    definition: (t) => t("near_duplicates_definition"),
    opens: { queue: "near" },
  },
  {
    key: "contradictions",
    title: "contradictions_found",
    counted: "counted_conflicts",
    meaning: (t) => t("contradictions_meaning"),
    definition: (t) => t("contradictions_definition"),
    opens: { measure: "conflicts_open" },
  },
  {
    key: "suggestions",
    title: "agents_suggestions",
    counted: "counted_suggestions",
    meaning: (t) => t("agents_suggestions_meaning"),
    definition: (t) => t("agents_suggestions_definition"),
    opens: { measure: "suggestions_open" },
  },
  {
    key: "never_used",
    title: "never_used",
    counted: "counted_memories",
    meaning: (t) => t("never_used_meaning", { days: UNUSED_DAYS }),
    definition: (t) => t("never_used_definition", { days: UNUSED_DAYS }),
    opens: { queue: "never_used" },
  },
  {
    key: "recall_loops",
    title: "recall_loops",
    counted: "counted_memories",
    meaning: (t) => t("recall_loops_meaning"),
    definition: (t) => t("recall_loops_definition"),
    opens: { queue: "recall_loop" },
  },
  {
    key: "unverifiable",
    title: "not_verifiable",
    counted: "counted_memories",
    meaning: (t) => t("not_verifiable_meaning"),
    definition: (t) => t("not_verifiable_definition"),
    opens: { queue: "unverifiable" },
  },
  {
    key: "secret_like",
    title: "secret_like",
    counted: "counted_memories",
    meaning: (t) => t("secret_like_meaning"),
    definition: (t) => t("secret_like_definition"),
    opens: { queue: "secret_like" },
  },
  {
    key: "instruction_like",
    title: "instruction_like",
    counted: "counted_memories",
    meaning: (t) => t("instruction_like_meaning"),
    definition: (t) => t("instruction_like_definition"),
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
