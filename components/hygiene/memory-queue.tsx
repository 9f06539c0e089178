"use client";

import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { EditDialog, InvalidateDialog } from "@/components/pieces/memory-dialogs";
import { ReviewList } from "@/components/review-queue/review-list";
import { useDialogs } from "@/components/review-queue/use-dialogs";
import { useReviewList } from "@/components/review-queue/use-review-list";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { type HYGIENE_QUEUES, hygieneMemoryList } from "@/lib/hygiene/contract";
import type { Memory } from "@/lib/memories/contract";
import { hygiene } from "@/messages/compiled/hygiene";
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
  const t = useMessages(hygiene);
  const list = useReviewList({
    what: t("queue_unreadable"),
    read: (cursor) => operationQuery(hygieneMemoryList, queueInput(queue, { repository, cursor })),
    idOf: ({ memory }) => memory.id,
  });
  const { busy, chosen, select, whileBusy } = list;
  const { remove } = useMemoryDecisions();
  const chosenIds = chosen.map(({ memory }) => memory.id);
  const dialogs = useDialogs<"invalidate">();
  const [editing, setEditing] = useState<Memory | null>(null);
  const invalidate = () => dialogs.show("invalidate");
  const removeChosen = async () => {
    await remove(chosenIds);
    select([]);
  };
  const isSecretLike = queue === "secret_like";
  return (
    <>
      <ReviewList
        {...head}
        list={list}
        buttons={
          <>
            <Button size="sm" busy={busy} onClick={() => void whileBusy(removeChosen)}>
              {t("delete")}
            </Button>
            <Button size="sm" variant="danger" onClick={invalidate}>
              {t("invalidate")}
            </Button>
          </>
        }
        shortcut={{ keys: DECISION_KEYS.reject, label: t("invalidate_key"), run: invalidate }}
        layout="rows"
        exported={{
          contract: hygieneMemoryList,
          input: queueInput(queue, { repository, cursor: undefined }),
        }}
        note={isSecretLike && <SecretNote />}
        empty={<Empty repository={repository} />}
        textOf={({ memory }) => memory.statement}
        row={(item) => (
          <MemoryQueueRow
            item={item}
            isSecretLike={isSecretLike}
            onEdit={head.canDecide && isSecretLike ? setEditing : null}
          />
        )}
      />
      <InvalidateDialog {...dialogs.propsOf("invalidate")} ids={chosenIds} onDone={() => select([])} />
      {editing !== null && <EditOf key={editing.id} memory={editing} onClose={() => setEditing(null)} />}
    </>
  );
}

function EditOf({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const change = (open: boolean) => {
    if (!open) onClose();
  };
  return <EditDialog memory={memory} open onOpenChange={change} />;
}

/** Why the queue is empty. */
function Empty({ repository }: { repository: string | null }) {
  const t = useMessages(hygiene);
  return (
    <EmptyState icon={CircleCheck} title={t("empty")}>
      {repository === null ? t("empty_meaning") : t("empty_meaning_of", { repository })}
    </EmptyState>
  );
}

function SecretNote() {
  const t = useMessages(hygiene);
  return <p className="mb-2 max-w-prose text-pretty text-muted-foreground text-sm">{t("secret_note")}</p>;
}
