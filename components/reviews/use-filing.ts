"use client";

import { countOf } from "@/components/pieces/format";
import { useOperation } from "@/components/pieces/use-operation";
import { findingRecategorise, type RuleUnclassified } from "@/lib/reviews/contract";
import { useFindingsChanged } from "./move-to-rule";

type Group = RuleUnclassified["items"][number];

export type Filing = {
  filing: boolean;
  /** Resolves to whether they were moved, and never rejects. */
  file: (groups: readonly Group[], rule_category: string) => Promise<boolean>;
};

/** Findings that one request moves at most. */
const MAX_MOVED = 1_000;

/** Puts groups under a rule, which also teaches where titles like theirs belong. */
export function useFiling(): Filing {
  const changed = useFindingsChanged();
  const { mutateAsync, isPending } = useOperation(findingRecategorise, {
    failure: "The findings could not be moved",
    onSuccess: ({ change_id, moved }, { rule_category }) =>
      changed({
        title: `${countOf(moved, "finding", "findings")} moved to ${rule_category}`,
        description: "Similar titles are assigned to it from now on.",
        change_id,
      }),
    refreshOnFailure: true,
  });
  return {
    filing: isPending,
    file: (groups, rule_category) =>
      mutateAsync({
        finding_ids: groups.flatMap(({ finding_ids }) => finding_ids).slice(0, MAX_MOVED),
        rule_category,
      }).then(
        () => true,
        () => false,
      ),
  };
}
