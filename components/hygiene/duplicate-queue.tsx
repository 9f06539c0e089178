"use client";

import { CircleCheck } from "lucide-react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { ReviewList } from "@/components/review-queue/review-list";
import { useReviewList } from "@/components/review-queue/use-review-list";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { type DUPLICATE_KINDS, type Duplicate, duplicateList } from "@/lib/hygiene/contract";
import { hygiene } from "@/messages/compiled/hygiene";
import { DuplicateGroup } from "./duplicate-group";
import { duplicatesInput } from "./parameters";
import { useDuplicateDecisions } from "./use-duplicate-decisions";

const EMPTY = { near: "no_duplicates_near", exact: "no_duplicates_exact" } as const;

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
  const t = useMessages(hygiene);
  const list = useReviewList({
    what: t("duplicates_unreadable"),
    read: (cursor) => operationQuery(duplicateList, duplicatesInput(kind, { repository, cursor })),
    idOf: keyOf,
  });
  const { busy, chosen, select, whileBusy } = list;
  const { merge, callDifferent } = useDuplicateDecisions();
  /** What is selected is decided on, unless the decision was refused. */
  const decide = (decision: (groups: readonly Duplicate[]) => Promise<boolean>) =>
    void whileBusy(async () => {
      if (await decision(chosen)) select([]);
    });

  return (
    <ReviewList
      {...head}
      list={list}
      buttons={
        <>
          <Button size="sm" variant="primary" busy={busy} onClick={() => decide(merge)}>
            {t("merge")}
          </Button>
          {kind === "near" && (
            <Button size="sm" busy={busy} onClick={() => decide(callDifferent)}>
              {t("not_duplicates")}
            </Button>
          )}
        </>
      }
      shortcut={{ keys: DECISION_KEYS.accept, label: t("merge_key"), run: () => decide(merge) }}
      layout="cards"
      exported={{
        contract: duplicateList,
        input: duplicatesInput(kind, { repository, cursor: undefined }),
      }}
      empty={
        <EmptyState icon={CircleCheck} title={t("no_duplicates")}>
          {t(EMPTY[kind])}
        </EmptyState>
      }
      textOf={({ memories: [first] }) => first?.statement ?? ""}
      row={(group) => <DuplicateGroup group={group} />}
    />
  );
}
