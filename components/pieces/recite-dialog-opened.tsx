"use client";

import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { citationGet } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import type { Memory } from "@/lib/memories/contract";
import { memoryDialogs } from "@/messages/compiled/memory-dialogs";
import { ui } from "@/messages/compiled/ui";
import { useMemoryDecisions } from "./memory-decisions";
import { editedOf, NewCitation, shownAt } from "./new-citation";

/** Shows the lines that a drifted memory would cite from now on, and cites them when it is still true. */
export function ReciteDialog({
  memory,
  open,
  onOpenChange,
}: {
  memory: Memory;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useMessages(memoryDialogs);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent className="max-w-3xl" title={t("recite_title")} description={t("recite_description")}>
        <Recite memory={memory} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

function Recite({ memory, onDone }: { memory: Memory; onDone: () => void }) {
  const t = useMessages(memoryDialogs);
  const controls = useMessages(ui);
  const client = useQueryClient();
  const decisions = useMemoryDecisions();
  const [busy, setBusy] = useState(false);
  const edited = editedOf(memory);
  const readings = useQueries({
    queries: edited.map(({ id }) => operationQuery(citationGet, { citation_id: id })),
  });
  const isReading = readings.some(({ isPending }) => isPending);
  // What is cited is what is on the screen: without every line there is nothing to agree to.
  const at = isReading ? null : shownAt(client, memory);
  const cite = async () => {
    if (at === null) return;
    setBusy(true);
    const done = await decisions.recite(memory, at).finally(() => setBusy(false));
    if (done.length > 0) onDone();
  };
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="max-w-prose text-pretty font-medium">{visible(memory.statement)}</p>
      {edited.map(({ id }) => (
        <NewCitation key={id} citation_id={id} />
      ))}
      {!isReading && at === null && (
        <p role="alert" className="text-warn">
          {t("recite_impossible")}
        </p>
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button>{controls("cancel")}</Button>
        </DialogClose>
        <Button variant="primary" busy={busy} disabled={at === null} onClick={() => void cite()}>
          {t("recite")}
        </Button>
      </DialogFooter>
    </div>
  );
}
