"use client";

import { type ReactNode, useId } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { FormProblem } from "@/components/pieces/problem";
import { toggled } from "@/components/pieces/selection";
import { useForm } from "@/components/pieces/use-form";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field, Label } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import { Textarea } from "@/components/ui/textarea";
import { AGENT_TYPES } from "@/lib/access/contract";
import { CHANGE_KINDS, type Memory, memoryUpdate } from "@/lib/memories/contract";
import { memoryAppliesTo } from "@/messages/compiled/memory-applies-to";
import { CHANGE_WORDS } from "./change-words";

/** Corrects what a memory applies to; saving it makes it stated, until somebody has it inferred again. */
export function AppliesToDialog({
  memory,
  ...opening
}: {
  memory: Memory;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useMessages(memoryAppliesTo);
  return (
    <Dialog {...opening}>
      <DialogContent title={t("title")} description={t("description")} className="max-w-xl">
        <AppliesToForm memory={memory} onDone={() => opening.onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

function AppliesToForm({ memory, onDone }: { memory: Memory; onDone: () => void }) {
  const t = useMessages(memoryAppliesTo);
  const { id: memory_id, version, applies_to } = memory;
  const done = { success: t("saved"), onSuccess: onDone };
  const form = useForm(memoryUpdate, {
    ...done,
    defaults: {
      globs: applies_to?.globs.join("\n") ?? "",
      changes: applies_to?.changes ?? [],
      roles: applies_to?.roles ?? [],
    },
    toInput: ({ globs, changes, roles }) => ({
      memory_id,
      version,
      applies_to: { globs: linesOf(globs), changes, roles },
    }),
    fields: ["applies_to.globs"],
  });
  const inferAgain = useOperation(memoryUpdate, done);
  const { changes, roles } = form.values;
  const busy = form.isPending || inferAgain.isPending;
  return (
    <form className="flex flex-col gap-4" onSubmit={form.submit}>
      <Field label={t("files")} hint={t("files_hint")} error={form.problemOf("applies_to.globs")}>
        {(control) => (
          <Textarea
            {...form.field("globs")}
            {...control}
            placeholder="apps/web/locales/*.json"
            spellCheck={false}
            className="min-h-24 font-mono text-xs"
          />
        )}
      </Field>
      <Choices
        label={t("kinds_of_change")}
        options={CHANGE_KINDS.map((kind) => ({ value: kind, label: t(CHANGE_WORDS[kind]) }))}
        chosen={changes}
        onChange={(chosen) =>
          form.set(
            "changes",
            CHANGE_KINDS.filter((kind) => chosen.includes(kind)),
          )
        }
      />
      <Choices
        label={t("agents")}
        hint={t("agents_hint")}
        options={[...new Set([...AGENT_TYPES, ...roles])].map((type) => ({ value: type, label: type }))}
        chosen={roles}
        onChange={(chosen) => form.set("roles", chosen)}
      />
      {/* The field may be scrolled out of view by now, so the problem is named here too. */}
      <FormProblem error={form.error ?? inferAgain.error} />
      <FormFooter className="mt-1" verb={t("save")} busy={busy}>
        {applies_to?.origin === "stated" && (
          <Button
            className="sm:mr-auto"
            disabled={busy}
            onClick={() => inferAgain.mutate({ memory_id, version, applies_to: null })}
          >
            {t("infer_again")}
          </Button>
        )}
      </FormFooter>
    </form>
  );
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function Choices({
  label,
  hint,
  options,
  chosen,
  onChange,
}: {
  label: string;
  hint?: ReactNode;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const id = useId();
  return (
    <fieldset className="flex flex-col gap-1.5" aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3">
        {options.map((option) => (
          <div key={option.value} className="flex items-center gap-2">
            <Checkbox
              id={`${id}-${option.value}`}
              checked={chosen.includes(option.value)}
              onCheckedChange={() => onChange(toggled(chosen, option.value))}
            />
            <Label htmlFor={`${id}-${option.value}`} className="font-normal">
              {option.label}
            </Label>
          </div>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-muted-foreground text-xs">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
