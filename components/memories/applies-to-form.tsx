"use client";

import { type ReactNode, useId, useState } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { FormProblem, fieldProblem } from "@/components/pieces/problem";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, Label } from "@/components/ui/label";
import { Textarea } from "@/components/ui/textarea";
import { AGENT_TYPES } from "@/lib/access/contract";
import { type AppliesToInput, CHANGE_KINDS, type Memory, memoryUpdate } from "@/lib/memories/contract";
import { CHANGE_WORDS } from "./change-words";

/** Corrects what a memory applies to; saving it makes it stated, until somebody has it inferred again. */
export function AppliesToForm({ memory, onDone }: { memory: Memory; onDone: () => void }) {
  const [globs, setGlobs] = useState(memory.applies_to?.globs.join("\n") ?? "");
  const [changes, setChanges] = useState<readonly string[]>(memory.applies_to?.changes ?? []);
  const [roles, setRoles] = useState<readonly string[]>(memory.applies_to?.roles ?? []);
  const mutation = useOperation(memoryUpdate, {
    success: "Changed what it applies to",
    onSuccess: onDone,
  });
  const save = (applies_to: AppliesToInput | null) =>
    mutation.mutate({ memory_id: memory.id, version: memory.version, applies_to });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save({
          globs: linesOf(globs),
          changes: CHANGE_KINDS.filter((kind) => changes.includes(kind)),
          roles: [...roles],
        });
      }}
    >
      <Field
        label="Files"
        hint="One a line, from the repository's root. *, ** and {a,b} are wildcards."
        error={fieldProblem(mutation.error, "/applies_to/globs")}
      >
        {(control) => (
          <Textarea
            {...control}
            value={globs}
            onChange={(event) => setGlobs(event.target.value)}
            placeholder="apps/web/locales/*.json"
            spellCheck={false}
            className="min-h-24 font-mono text-xs"
          />
        )}
      </Field>
      <Choices
        label="Kinds of change"
        options={CHANGE_KINDS.map((kind) => ({ value: kind, label: CHANGE_WORDS[kind] }))}
        chosen={changes}
        onChange={setChanges}
      />
      <Choices
        label="Agents"
        hint="None: agents of every type."
        options={[...new Set([...AGENT_TYPES, ...roles])].map((type) => ({ value: type, label: type }))}
        chosen={roles}
        onChange={setRoles}
      />
      {/* The field may be scrolled out of view by now, so the problem is named here too. */}
      <FormProblem error={mutation.error} />
      <FormFooter className="mt-1" verb="Save" busy={mutation.isPending}>
        {memory.applies_to?.origin === "stated" && (
          <Button className="sm:mr-auto" disabled={mutation.isPending} onClick={() => save(null)}>
            Infer it again
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
              onCheckedChange={(checked) =>
                onChange(
                  checked === true
                    ? [...chosen, option.value]
                    : chosen.filter((value) => value !== option.value),
                )
              }
            />
            <Label htmlFor={`${id}-${option.value}`} className="font-normal">
              {option.label}
            </Label>
          </div>
        ))}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="text-muted-foreground text-xs">
          {hint}
        </p>
      ) : null}
    </fieldset>
  );
}
