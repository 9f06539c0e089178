"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { InvalidateDialog } from "@/components/pieces/memory-dialogs";
import { EditDialog } from "@/components/pieces/memory-edit";
import { usePages } from "@/components/pieces/use-pages";
import type { BulkAction } from "@/components/review-queue/actions";
import { ReviewList } from "@/components/review-queue/review-list";
import { useDialogs } from "@/components/review-queue/use-dialogs";
import { useReviewList } from "@/components/review-queue/use-review-list";
import { EmptyState } from "@/components/ui/empty-state";
import { operationQuery } from "@/lib/doors/client";
import { type HYGIENE_QUEUES, hygieneMemoryList } from "@/lib/hygiene/contract";
import type { Memory } from "@/lib/memories/contract";
import { MemoryQueueRow } from "./memory-queue-row";
import { queueInput } from "./parameters";

/** Memories of one queue, the most used first, to be worked in bulk. */
export function MemoryQueue({
  queue,
  repository,
  ...head
}: {
  queue: (typeof HYGIENE_QUEUES)[number];
  title: string;
  repository: string | null;
  canDecide: boolean;
  onClose: () => void;
}) {
  const pages = usePages();
  const query = useQuery({
    ...operationQuery(hygieneMemoryList, queueInput(queue, { repository, cursor: pages.cursor })),
    placeholderData: keepPreviousData,
  });
  const list = useReviewList({ what: "The queue", query, pages, idOf: ({ memory }) => memory.id });
  const chosenIds = list.chosen.map(({ memory }) => memory.id);
  const dialogs = useDialogs<"invalidate">();
  const [editing, setEditing] = useState<Memory | null>(null);
  const isSecretLike = queue === "secret_like";
  return (
    <>
      <ReviewList
        {...head}
        list={list}
        actions={useMemoryActions({ list, chosenIds, onInvalidate: () => dialogs.show("invalidate") })}
        layout="rows"
        note={isSecretLike && <SecretNote />}
        empty={
          <EmptyState icon={CircleCheck} title="Nothing is here">
            No memory is of this sort{repository !== null && ` in ${repository}`}.
          </EmptyState>
        }
        textOf={({ memory }) => memory.statement}
        row={(item) => (
          <MemoryQueueRow
            item={item}
            isSecretLike={isSecretLike}
            onEdit={head.canDecide && isSecretLike ? setEditing : null}
          />
        )}
      />
      <InvalidateDialog {...dialogs.propsOf("invalidate")} ids={chosenIds} onDone={() => list.select([])} />
      {editing !== null && (
        <EditDialog
          key={editing.id}
          memory={editing}
          open
          onOpenChange={(open) => {
            if (!open) setEditing(null);
          }}
        />
      )}
    </>
  );
}

function useMemoryActions({
  list: { busy, whileBusy, select },
  chosenIds,
  onInvalidate,
}: {
  list: Pick<ReturnType<typeof useReviewList>, "busy" | "whileBusy" | "select">;
  chosenIds: readonly string[];
  onInvalidate: () => void;
}): BulkAction[] {
  const { remove } = useMemoryDecisions();
  const removeChosen = async () => {
    await remove(chosenIds);
    select([]);
  };
  return [
    { text: "Delete", busy, run: () => void whileBusy(removeChosen) },
    {
      text: "Invalidate",
      variant: "danger",
      run: onInvalidate,
      shortcut: { key: "i", words: "Invalidate what is selected" },
    },
  ];
}

function SecretNote() {
  return (
    <p className="mb-2 max-w-prose text-pretty text-muted-foreground text-sm">
      The secret is gone already: it was taken out of the text. What is left may not say enough. Word it
      without the placeholder, or delete it; if the secret was a real one, change it where it is used.
    </p>
  );
}
