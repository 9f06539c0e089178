"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { visible } from "@/components/ui/visible";
import { call } from "@/lib/doors/client";
import type { CallOf } from "@/lib/kernel/contract";
import { type Memory, memoryGet, memoryUpdate } from "@/lib/memories/contract";
import { memoryEdit } from "@/messages/compiled/memory-edit";
import { FormFooter } from "./form-footer";
import { isConflict, toastProblem } from "./problem";
import { LongTextField, TextField } from "./text-field";
import { toastDone } from "./undo";
import { useForm } from "./use-form";
import { useRefreshAfter } from "./use-operation";

type Draft = { statement: string; category: string; tags: string; reasoning: string; outcome: string };

const FIELDS = ["statement", "category", "tags", "reasoning", "outcome"] as const;

const draftOf = (memory: Memory): Draft => ({
  statement: memory.statement,
  category: memory.category,
  tags: memory.tags.join(", "),
  reasoning: memory.reasoning ?? "",
  outcome: memory.outcome ?? "",
});

const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  ),
];

/** The command that makes a memory say what the draft says; what is as it was is left out. */
function changesOf(draft: Draft, base: Memory): CallOf<typeof memoryUpdate> {
  const before = draftOf(base);
  const input = {
    statement: draft.statement,
    category: draft.category.trim(),
    tags: tagsOf(draft.tags),
    reasoning: draft.reasoning.trim() || null,
    outcome: draft.outcome.trim() || null,
  };
  return {
    memory_id: base.id,
    version: base.version,
    ...Object.fromEntries(
      FIELDS.filter((field) => draft[field] !== before[field]).map((field) => [field, input[field]]),
    ),
  };
}

/** The wording of a memory. What it claims is changed by superseding it, so that the old claim stays in the chain. */
export function EditDialog({
  memory,
  open,
  onOpenChange,
}: {
  memory: Memory;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useMessages(memoryEdit);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t("title")} description={t("description")} className="max-w-2xl">
        <EditForm memory={memory} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

/** Has a memory say again what it said before an edit, unless somebody changed it since. */
function useChangeBack() {
  const t = useMessages(memoryEdit);
  const refresh = useRefreshAfter(memoryUpdate);
  return async (before: Draft, changed: Memory) => {
    try {
      await call(memoryUpdate, changesOf(before, changed));
      toast.success(t("changed_back"));
    } catch (problem) {
      toastProblem(t("not_changed_back"), problem);
    }
    await refresh();
  };
}

function EditForm({ memory, onDone }: { memory: Memory; onDone: () => void }) {
  const t = useMessages(memoryEdit);
  const changeBack = useChangeBack();
  // What the draft was made from: after a conflict, the version that was read then.
  const [base, setBase] = useState<Memory>(memory);
  const [theirs, setTheirs] = useState<Memory | null>(null);
  const before = draftOf(base);
  const form = useForm(memoryUpdate, {
    // Of the version that is shown: what was typed over an older one would undo what others wrote since.
    draft: `memory.${base.id}.${base.version}`,
    defaults: before,
    toInput: (draft) => changesOf(draft, base),
    onSuccess: ({ memory: changed }) => {
      if (changed) toastDone(t("changed"), { undo: () => changeBack(before, changed) });
      else toastDone(t("changed"));
      onDone();
    },
    onError: async (error) => {
      if (!isConflict(error)) return;
      setTheirs(await call(memoryGet, { memory_id: base.id }).catch(() => null));
    },
  });
  const { error, values: draft } = form;
  const goOnWith = (next: Draft, from: Memory) => {
    for (const field of FIELDS) form.set(field, next[field]);
    setBase(from);
    setTheirs(null);
    form.clearProblem();
  };

  return (
    <form className="flex flex-col gap-4" onSubmit={form.submit}>
      <LongTextField form={form} name="statement" label={t("statement")} required className="min-h-24" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="category" label={t("category")} required />
        <TextField form={form} name="tags" label={t("tags")} hint={t("tags_hint")} />
      </div>
      <LongTextField
        form={form}
        name="reasoning"
        label={t("reasoning")}
        hint={t("reasoning_hint")}
        className="min-h-16"
      />
      <LongTextField
        form={form}
        name="outcome"
        label={t("outcome")}
        hint={t("outcome_hint")}
        className="min-h-16"
      />
      {isConflict(error) && theirs ? (
        <Conflict
          base={base}
          theirs={theirs}
          onTakeTheirs={() => goOnWith(draftOf(theirs), theirs)}
          onKeepMine={() => goOnWith(merged(draft, base, theirs), theirs)}
        />
      ) : (
        form.problem
      )}
      <FormFooter
        className="mt-1"
        verb={t("save")}
        busy={form.isPending}
        onDiscard={form.discard}
        disabled={
          FIELDS.every((field) => draft[field] === before[field]) ||
          draft.statement.trim() === "" ||
          theirs !== null
        }
      />
    </form>
  );
}

/** What I changed as I have it, and the rest as they have it. */
function merged(mine: Draft, base: Memory, theirs: Memory): Draft {
  const before = draftOf(base);
  const after = draftOf(theirs);
  const result = { ...mine };
  for (const field of FIELDS) if (mine[field] === before[field]) result[field] = after[field];
  return result;
}

/** Someone changed it meanwhile: what it says now, and which of both to go on with. */
function Conflict({
  base,
  theirs,
  onTakeTheirs,
  onKeepMine,
}: {
  base: Memory;
  theirs: Memory;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}) {
  const t = useMessages(memoryEdit);
  const before = draftOf(base);
  const after = draftOf(theirs);
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  return (
    <div
      role="alert"
      className="flex flex-col gap-2 rounded-md border border-warn/40 bg-warn-soft/60 p-3 text-sm"
    >
      <p className="font-medium">{t("conflict")}</p>
      {changed.length === 0 ? (
        <p>{t("conflict_elsewhere")}</p>
      ) : (
        <dl className="flex flex-col gap-1.5">
          {changed.map((field) => (
            <div key={field}>
              <dt className="text-muted-foreground text-xs">{t(`${field}_now`)}</dt>
              <dd dir="auto" className="wrap-anywhere">
                {visible(after[field])}
                {after[field] === "" && <span className="text-muted-foreground">{t("empty")}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-1 flex flex-wrap gap-2">
        <Button size="sm" onClick={onKeepMine}>
          {t("keep_mine")}
        </Button>
        {changed.length > 0 && (
          <Button size="sm" onClick={onTakeTheirs}>
            {t("take_theirs")}
          </Button>
        )}
      </div>
    </div>
  );
}
