"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { usePages } from "@/components/pieces/use-pages";
import type { BulkAction } from "@/components/review-queue/actions";
import { ReviewList } from "@/components/review-queue/review-list";
import { useReviewList } from "@/components/review-queue/use-review-list";
import { EmptyState } from "@/components/ui/empty-state";
import { operationQuery } from "@/lib/doors/client";
import { type DUPLICATE_KINDS, type Duplicate, duplicateList } from "@/lib/hygiene/contract";
import { DuplicateGroup } from "./duplicate-group";
import { duplicatesInput } from "./parameters";
import { useDuplicateDecisions } from "./use-duplicate-decisions";

const EMPTY = {
  near: "Memories are compared when they are embedded; pairs that are alike appear here.",
  exact: "What is stored again in the same words is counted as an observation, so this stays rare.",
};

const keyOf = ({ memories }: Duplicate) => memories.map(({ id }) => id).join(" ");

/** Memories that say the same, in groups, to be merged or called different in bulk. */
export function DuplicateQueue({
  kind,
  repository,
  ...head
}: {
  kind: (typeof DUPLICATE_KINDS)[number];
  title: string;
  repository: string | null;
  canDecide: boolean;
  onClose: () => void;
}) {
  const pages = usePages();
  const query = useQuery({
    ...operationQuery(duplicateList, duplicatesInput(kind, { repository, cursor: pages.cursor })),
    placeholderData: keepPreviousData,
  });
  const list = useReviewList({ what: "The duplicates", query, pages, idOf: keyOf });
  const { busy, chosen, select, whileBusy } = list;
  const { merge, callDifferent } = useDuplicateDecisions();
  /** What is selected is decided on, unless the decision was refused. */
  const decide = (decision: (groups: readonly Duplicate[]) => Promise<boolean>) =>
    void whileBusy(async () => {
      if (await decision(chosen)) select([]);
    });

  const actions: BulkAction[] = [
    {
      text: "Merge",
      variant: "primary",
      busy,
      run: () => decide(merge),
      shortcut: { key: "m", words: "Merge what is selected" },
    },
  ];
  if (kind === "near") actions.push({ text: "They are different", busy, run: () => decide(callDifferent) });
  return (
    <ReviewList
      {...head}
      list={list}
      actions={actions}
      layout="cards"
      empty={
        <EmptyState icon={CircleCheck} title="Nothing says the same twice">
          {EMPTY[kind]}
        </EmptyState>
      }
      textOf={({ memories: [first] }) => first?.statement ?? ""}
      row={(group) => <DuplicateGroup group={group} />}
    />
  );
}
