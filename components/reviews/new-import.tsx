"use client";

import { useMutation } from "@tanstack/react-query";
import { Import } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { FormProblem, fieldProblem } from "@/components/pieces/problem";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { call } from "@/lib/doors/client";
import { inCalls, parseRecords } from "@/lib/kernel/records";
import { reviewImport, reviewImportGithub, reviewImportSarif } from "@/lib/reviews/contract";

type Kind = "github" | "sarif" | "evaluations";
type Form = {
  kind: Kind;
  repository: string;
  pull_request: string;
  reviewer: string;
  run: string;
  file: File | null;
};

const EMPTY: Form = { kind: "github", repository: "", pull_request: "", reviewer: "", run: "", file: null };
const FIELDS = ["/repository", "/pull_request", "/reviewer", "/workflow_id", "/sarif", "/connection_id"];

const textOrAbsent = (text: string) => {
  if (text.trim() === "") return undefined;
  return text.trim();
};

/** What a transport takes in one call, beside its own fields. */
const CALL = { most: 500, characters: 1_000_000 };

async function start(form: Form): Promise<string> {
  if (form.kind === "github") {
    const { id } = await call(reviewImportGithub, {
      repository: form.repository.trim(),
      pull_request: Number(form.pull_request),
      reviewer: textOrAbsent(form.reviewer),
    });
    return id;
  }
  if (form.file === null) throw new Error("Choose a file first.");
  const text = await form.file.text();
  if (form.kind === "sarif") {
    const { id } = await call(reviewImportSarif, {
      sarif: asRecord(parse(text)),
      workflow_id: form.run.trim(),
      repository: textOrAbsent(form.repository),
    });
    return id;
  }
  let import_id: string | undefined;
  for (const evaluations of inCalls(
    parse(text, (json) => parseRecords(json, "evaluations")),
    CALL,
  )) {
    const answer = await call(reviewImport, { import_id, name: form.file.name.slice(0, 200), evaluations });
    import_id = answer.id;
  }
  if (import_id === undefined) throw new Error("The file holds no evaluation.");
  return import_id;
}

function parse<T = unknown>(text: string, parser: (text: string) => T = (json) => JSON.parse(json)): T {
  try {
    return parser(text);
  } catch {
    throw new Error("The file is not valid JSON.");
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new Error("The file is not a SARIF log.");
  return { ...value };
}

/** The ways in for what a team has already: a pull request's review, an analyzer's log, evaluations of its own. */
export function NewImport() {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState<Form>(EMPTY);
  const begin = useMutation({
    mutationFn: () => start(form),
    onSuccess: (import_id) => {
      setOpen(false);
      router.push(`/reviews/imports/${import_id}`);
    },
  });
  const set = (values: Partial<Form>) => {
    setForm({ ...form, ...values });
    if (begin.isError) begin.reset();
  };
  const ready =
    form.kind === "github"
      ? form.repository.trim() !== "" && /^[1-9]\d*$/.test(form.pull_request.trim())
      : form.file !== null && (form.kind === "evaluations" || form.run.trim() !== "");
  const fileLabel = form.kind === "sarif" ? "SARIF file" : "JSON or JSON Lines file";
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setForm(EMPTY);
        begin.reset();
      }}
    >
      <DialogTrigger asChild>
        <Button variant="primary">
          <Import aria-hidden />
          Import
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Import reviews"
        description="A pull request or an analyzer's log becomes a draft first: you see how each item is read, and correct it."
      >
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            begin.mutate();
          }}
        >
          <ToggleGroup
            label="From"
            value={form.kind}
            onValueChange={(kind) => set({ kind })}
            options={[
              { value: "github", label: "Pull request" },
              { value: "sarif", label: "SARIF" },
              { value: "evaluations", label: "Evaluations" },
            ]}
          />
          {form.kind !== "evaluations" && (
            <Field
              label="Repository"
              hint={form.kind === "github" ? "As it is registered: owner/name." : "Optional."}
              error={fieldProblem(begin.error, "/repository") ?? fieldProblem(begin.error, "/connection_id")}
            >
              {(control) => (
                <Input
                  {...control}
                  value={form.repository}
                  spellCheck={false}
                  className="font-mono text-xs"
                  placeholder="owner/name"
                  onChange={(event) => set({ repository: event.target.value })}
                />
              )}
            </Field>
          )}
          {form.kind === "github" ? (
            <>
              <Field label="Number of the pull request" error={fieldProblem(begin.error, "/pull_request")}>
                {(control) => (
                  <Input
                    {...control}
                    inputMode="numeric"
                    value={form.pull_request}
                    onChange={(event) => set({ pull_request: event.target.value })}
                  />
                )}
              </Field>
              <Field label="Reviewer" hint="Optional: only threads begun by this login.">
                {(control) => (
                  <Input
                    {...control}
                    value={form.reviewer}
                    spellCheck={false}
                    onChange={(event) => set({ reviewer: event.target.value })}
                  />
                )}
              </Field>
            </>
          ) : (
            <Field label={fileLabel} error={fieldProblem(begin.error, "/sarif")}>
              {(control) => (
                <input
                  {...control}
                  type="file"
                  accept=".sarif,.json,.jsonl,application/json"
                  className="text-sm file:mr-3 file:h-8 file:rounded-md file:border file:border-border file:bg-card file:px-3"
                  onChange={(event) => set({ file: event.target.files?.[0] ?? null })}
                />
              )}
            </Field>
          )}
          {form.kind === "sarif" && (
            <Field
              label="Run"
              hint="Names this run of the analyzer, such as its commit: the same run is not stored twice."
              error={fieldProblem(begin.error, "/workflow_id")}
            >
              {(control) => (
                <Input {...control} value={form.run} onChange={(event) => set({ run: event.target.value })} />
              )}
            </Field>
          )}
          <FormProblem error={begin.error} fields={FIELDS} />
          <FormFooter
            verb={form.kind === "evaluations" ? "Import" : "Read"}
            busy={begin.isPending}
            disabled={!ready}
          />
        </form>
      </DialogContent>
    </Dialog>
  );
}
