"use client";

import { useMutation } from "@tanstack/react-query";
import { Megaphone } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { focusFirstText } from "@/components/pieces/memory-dialogs";
import { RelativeTime } from "@/components/pieces/relative-time";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/label";
import { Textarea } from "@/components/ui/textarea";
import type { Memory } from "@/lib/memories/contract";

/** Says that somebody suggests a memory for every repository, with what a lead can do about it. */
export function GlobalSuggestion({ memory, may_decide }: { memory: Memory; may_decide: boolean }) {
  const { decideGlobal } = useMemoryDecisions();
  const decide = useMutation({
    mutationFn: (decision: "accept" | "dismiss") => decideGlobal(memory.id, decision),
  });
  if (memory.suggested_at === null || memory.deleted_at !== null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border bg-sunken px-3 py-2 text-sm">
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-2">
        <Megaphone aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
        <span className="text-pretty">
          Suggested for every repository <RelativeTime at={memory.suggested_at} />. Its history says by whom
          and why.
        </span>
      </p>
      {may_decide ? (
        <span className="flex gap-1.5">
          <Button
            size="sm"
            variant="primary"
            busy={decide.isPending && decide.variables === "accept"}
            disabled={decide.isPending}
            onClick={() => decide.mutate("accept")}
          >
            Make it global
          </Button>
          <Button size="sm" disabled={decide.isPending} onClick={() => decide.mutate("dismiss")}>
            Dismiss
          </Button>
        </span>
      ) : null}
    </div>
  );
}

/** Asks why a memory holds in every repository, for the lead who decides. */
export function SuggestGlobalDialog({
  memory,
  open,
  onOpenChange,
}: {
  memory: Memory;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        onOpenAutoFocus={focusFirstText}
        title="Suggest for every repository"
        description="A lead decides. Until then it stays where it is."
      >
        <SuggestForm memory={memory} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

function SuggestForm({ memory, onDone }: { memory: Memory; onDone: () => void }) {
  const { suggestGlobal } = useMemoryDecisions();
  const [reason, setReason] = useState("");
  const suggest = useMutation({
    mutationFn: () => suggestGlobal(memory.id, reason.trim()),
    // Where it could not be suggested the form stays, with the reason that was typed.
    onSuccess: (done) => {
      if (done.length > 0) onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== "") suggest.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Why it holds everywhere" hint="The lead who decides reads it.">
        {(control) => (
          <Textarea
            {...control}
            value={reason}
            maxLength={2_000}
            required
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <DialogFooter className="mt-1">
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={suggest.isPending} disabled={reason.trim() === ""}>
          Suggest
        </Button>
      </DialogFooter>
    </form>
  );
}
