"use client";

import { useOperation } from "@/components/pieces/use-operation";
import { useMessages } from "@/components/ui/messages";
import { findingRecategorise, type RuleUnclassified } from "@/lib/reviews/contract";
import { reviewsMove } from "@/messages/compiled/reviews-move";
import { useFindingsChanged } from "./use-findings-changed";

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
  const t = useMessages(reviewsMove);
  const changed = useFindingsChanged();
  const { mutateAsync, isPending } = useOperation(findingRecategorise, {
    failure: t("not_filed"),
    onSuccess: ({ change_id, moved }, { rule_category }) =>
      changed({
        title: t("filed", { count: moved, rule: rule_category }),
        description: t("filed_meaning"),
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
