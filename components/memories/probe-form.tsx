"use client";

import { useState } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { FormProblem, fieldProblem, sentenceOf } from "@/components/pieces/problem";
import { useInputSchema } from "@/components/pieces/use-input-schema";
import { useOperation } from "@/components/pieces/use-operation";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Field, Label } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import { Textarea } from "@/components/ui/textarea";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { type ProbeExpectation, type ProbeTrial, probeTry } from "@/lib/citations/contract";
import { type MemoryProbe, memoryProbeSet } from "@/lib/memories/contract";
import { memoryProbe as words } from "@/messages/compiled/memory-probe";
import { ProbeTrialResult } from "./probe-trial";
import { type TrialInput, useProbeTrial } from "./use-probe-trial";

const EXAMPLE = `language: typescript
rule:
  pattern: router.post($PATH, $HANDLER)
  not:
    has: { pattern: requireUser($$$), stopBy: end }`;

const EXPECTATIONS = [
  { value: "none", label: "expect_none" },
  { value: "at_least", label: "expect_at_least" },
] as const;

type Written = {
  rule: string;
  expects: "none" | "at_least";
  at_least: string;
  paths: string;
  except: string;
};

function writtenOf(probe: MemoryProbe | null): Written {
  if (probe === null) return { rule: "", expects: "none", at_least: "1", paths: "", except: "" };
  const { rule, expectation, paths, except } = probe;
  const texts = { rule, paths: paths.join("\n"), except: except.join("\n") };
  if ("at_least" in expectation)
    return { ...texts, expects: "at_least", at_least: String(expectation.at_least) };
  return { ...texts, expects: "none", at_least: "1" };
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

function expectationOf({ expects, at_least }: Written): ProbeExpectation {
  if (expects === "none") return { violations: "none" };
  return { at_least: Number(at_least) };
}

function inputOf(written: Written, repository: string): TrialInput {
  const { rule, paths, except } = written;
  const expectation = expectationOf(written);
  return { repository, rule, expectation, paths: linesOf(paths), except: linesOf(except) };
}

/** What the contract says against a field, before it is sent. */
function useChecked(input: TrialInput): { ok: boolean; problemAt: (field: string) => string | undefined } {
  const result = useInputSchema(probeTry)?.safeParse(input);
  const problemAt = (field: string) =>
    sentenceOf(result?.error?.issues.find(({ path: [first] }) => first === field)?.message);
  return { ok: result?.success === true, problemAt };
}

/**
 * Writes a probe, with what it finds beside it while it is typed. One that is violated is stored only when that is
 * accepted, and one that speaks about nothing is not.
 */
export function ProbeForm({
  memory_id,
  repository,
  probe,
  onDone,
}: {
  memory_id: string;
  /** Its owner/name. */
  repository: string;
  /** The one that is changed; null: there is none yet. */
  probe: MemoryProbe | null;
  onDone: () => void;
}) {
  const t = useMessages(words);
  const [written, setWritten] = useState(() => writtenOf(probe));
  const [accepted, setAccepted] = useState(false);
  const set = (part: Partial<Written>) => setWritten({ ...written, ...part });
  const input = inputOf(written, repository);
  const { ok, problemAt } = useChecked(input);
  const isEmpty = written.rule.trim() === "";
  const tried = useProbeTrial(ok ? input : null);
  const { trial, is_pending } = tried;
  const save = useOperation(memoryProbeSet, { success: t("stored"), onSuccess: onDone });
  const errorAt = (field: string) => {
    if (isEmpty) return undefined;
    if (!ok) return problemAt(field);
    return (
      fieldProblem(is_pending ? null : tried.error, `/${field}`) ?? fieldProblem(save.error, `/${field}`)
    );
  };
  const isViolated = trial?.status === "violated";
  return (
    <form
      className="flex min-w-0 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const { repository: _, ...rest } = input;
        save.mutate({ memory_id, ...rest, accept_violated: isViolated && accepted });
      }}
    >
      <Field label={t("rule")} hint={t("rule_hint")} error={errorAt("rule")}>
        {(control) => (
          <Textarea
            {...control}
            value={written.rule}
            onChange={(event) => set({ rule: event.target.value })}
            placeholder={EXAMPLE}
            spellCheck={false}
            autoFocus
            className="min-h-36 font-mono text-xs"
          />
        )}
      </Field>
      <Expectation written={written} set={set} error={errorAt("expectation")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Globs
          label={t("files")}
          hint={t("files_hint")}
          value={written.paths}
          onChange={(paths) => set({ paths })}
          error={errorAt("paths")}
        />
        <Globs
          label={t("excluded_files")}
          hint={t("excluded_files_hint")}
          value={written.except}
          onChange={(except) => set({ except })}
          error={errorAt("except")}
        />
      </div>
      <ProbeTrialResult {...tried} trial={ok ? trial : undefined} />
      {isViolated && <Acceptance trial={trial} accepted={accepted} onChange={setAccepted} />}
      <FormProblem error={save.error} />
      <FormFooter
        className="mt-0"
        verb={t("store")}
        busy={save.isPending}
        disabled={!ok || is_pending || !mayStore(trial, accepted)}
      />
    </form>
  );
}

function mayStore(trial: ProbeTrial | undefined, accepted: boolean): boolean {
  if (trial === undefined || trial.status === "unknown") return false;
  return trial.status === "holds" || accepted;
}

const MEANING = {
  none: "meaning_none",
  at_least: "meaning_at_least",
} as const;

function Expectation({
  written: { expects, at_least },
  set,
  error,
}: {
  written: Written;
  set: (part: Partial<Written>) => void;
  error: string | undefined;
}) {
  const t = useMessages(words);
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden className="font-medium text-sm">
        {t("expected")}
      </span>
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <ToggleGroup
          label={t("expected")}
          value={expects}
          onValueChange={(value) => set({ expects: value })}
          options={EXPECTATIONS.map((option) => ({ value: option.value, label: t(option.label) }))}
        />
        {expects === "at_least" && (
          <>
            <Input
              type="number"
              min={1}
              max={10_000}
              value={at_least}
              onChange={(event) => set({ at_least: event.target.value })}
              aria-label={t("minimum")}
              aria-invalid={error !== undefined}
              className="h-7 w-24"
            />
            <span className="text-muted-foreground">{t("minimum_unit")}</span>
          </>
        )}
      </div>
      {error === undefined ? (
        <p className="text-muted-foreground text-xs">{t(MEANING[expects])}</p>
      ) : (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </div>
  );
}

function Globs({
  label,
  hint,
  value,
  onChange,
  error,
}: {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Textarea
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          spellCheck={false}
          className="min-h-12 font-mono text-xs"
        />
      )}
    </Field>
  );
}

function Acceptance({
  trial,
  accepted,
  onChange,
}: {
  trial: ProbeTrial;
  accepted: boolean;
  onChange: (accepted: boolean) => void;
}) {
  const t = useMessages(words);
  const id = "probe-accept-violated";
  return (
    <div className="flex items-start gap-2 rounded-md border border-warn/40 p-2.5">
      <Checkbox
        id={id}
        checked={accepted}
        onCheckedChange={(checked) => onChange(checked === true)}
        className="mt-0.5"
      />
      <Label htmlFor={id} className="font-normal">
        {t("accept_violated", { result: trial.summary })}
      </Label>
    </div>
  );
}
