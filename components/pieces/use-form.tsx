"use client";

import { toNestErrors } from "@hookform/resolvers";
import { type FormEvent, useEffect, useState } from "react";
import {
  type FieldError,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  get,
  type Resolver,
  type UseFormReturn,
  useForm as useHookForm,
} from "react-hook-form";
import { inputSchemaOf, limitsOf } from "@/lib/doors/client";
import type { CallOf, CommandContract } from "@/lib/kernel/contract";
import { isTexts } from "./kept";
import { FormProblem, fieldProblem, sentenceOf } from "./problem";
import { useDraft } from "./use-draft";
import { type OperationOptions, useOperation } from "./use-operation";

/** The first message of a field's errors, or of what is below it. */
function messageIn(errors: unknown): string | undefined {
  if (errors === null || typeof errors !== "object") return undefined;
  if ("message" in errors && typeof errors.message === "string") return errors.message;
  return Object.entries(errors)
    .filter(([name]) => name !== "ref")
    .map(([, below]) => messageIn(below))
    .find((message) => message !== undefined);
}

/** Brings back what was typed and not sent, also in another tab, and keeps what is typed. Only texts are kept. */
function useDraftOf<V extends FieldValues>({
  form,
  initial,
  kept,
  keep,
}: {
  form: UseFormReturn<V>;
  initial: V;
  kept: Record<string, string> | null;
  /** Null where nothing is kept. */
  keep: ((draft: Record<string, string>) => void) | null;
}) {
  const { getValues, reset, watch } = form;
  useEffect(() => {
    if (kept === null) return;
    const now = getValues();
    const isShown = Object.entries(kept).every(([name, text]) => get(now, name) === text);
    if (!isShown) reset({ ...now, ...kept }, { keepDefaultValues: true });
  }, [kept, getValues, reset]);
  useEffect(() => {
    if (keep === null) return;
    const typed = watch((values, { type }) => {
      if (type !== "change") return;
      const texts = Object.entries(values).filter(
        (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== initial[entry[0]],
      );
      keep(Object.fromEntries(texts));
    });
    return () => typed.unsubscribe();
  }, [keep, watch, initial]);
}

type Issue = { path: string; message: string };

/** What the contract says against an input; nothing where its schema cannot be loaded, as the server checks it too. */
async function issuesOf(contract: CommandContract, input: unknown): Promise<Issue[]> {
  const schema = await inputSchemaOf(contract).catch(() => null);
  const issues = schema?.safeParse(input).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ path: path.join("."), message }));
}

/** The first issue of each field, as react-hook-form has errors. */
function errorsOf(issues: readonly Issue[]): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {};
  for (const { path, message } of issues) errors[path] ??= { type: "custom", message };
  return errors;
}

const pointerOf = (path: string) => `/${path.replaceAll(".", "/")}`;

/**
 * A form that carries out a command. The contract's schema checks what was typed before it is sent, and gives each field
 * its limits; what the server refuses is shown at the field that it points to.
 *
 * - `defaults`: what the form begins with.
 * - `toInput`: the command's input that the values write.
 * - `draft`: what it is about, where what is typed is kept in this browser until it is sent.
 * - `fields`: paths of the input that have a field here; of what else is wrong, the server's answer is shown below them.
 */
export function useForm<C extends CommandContract, V extends FieldValues>(
  contract: C,
  {
    defaults,
    toInput,
    draft = null,
    fields = Object.keys(defaults),
    ...options
  }: OperationOptions<C> & {
    defaults: V;
    toInput: (values: V) => CallOf<C>;
    draft?: string | null;
    fields?: readonly string[];
  },
) {
  const [initial] = useState(defaults);
  const [kept, keep] = useDraft(draft, isTexts);
  const operation = useOperation(contract, {
    ...options,
    onSuccess: (output, input) => {
      keep(null);
      return options.onSuccess?.(output, input);
    },
  });
  const isField = (path: string) => fields.some((field) => path === field || path.startsWith(`${field}.`));
  const resolver: Resolver<V> = async (values, _context, resolving) => {
    const issues = await issuesOf(contract, toInput(values));
    const shown = issues.filter(({ path }) => isField(path));
    if (shown.length === 0) return { values, errors: {} };
    return { values: {}, errors: toNestErrors(errorsOf(shown), resolving) };
  };
  // The schema is there before somebody has typed anything.
  useEffect(() => void inputSchemaOf(contract).catch(() => {}), [contract]);
  const form = useHookForm({ values: initial, resolver });
  useDraftOf({ form, initial, kept, keep: draft === null ? null : keep });
  const { errors } = form.formState;
  const send = (values: V) => operation.mutate(toInput(values));
  const reset = () => {
    keep(null);
    form.reset(defaults);
    operation.reset();
  };
  return {
    values: form.watch(),
    isPending: operation.isPending,
    isDirty: form.formState.isDirty,
    error: operation.error,
    data: operation.data,
    submit: (event: FormEvent) => void form.handleSubmit(send)(event),
    /** For a form that asks something before it sends: does that with values that the contract accepts. */
    submitTo: (action: (values: V) => void) => (event: FormEvent) => void form.handleSubmit(action)(event),
    send,
    /** For an input that is typed into. */
    field: (name: FieldPath<V>) => ({ ...limitsOf(contract, name), ...form.register(name) }),
    /** For what is chosen instead of typed. */
    set: <Name extends FieldPath<V>>(name: Name, value: FieldPathValue<V, Name>) =>
      form.setValue(name, value),
    /** Forgets why it was refused. */
    clearProblem: () => {
      form.clearErrors();
      operation.reset();
    },
    /** Forgets what was typed, too. */
    reset,
    /** The same, where what was typed is kept; undefined where nothing was. */
    discard: draft !== null && form.formState.isDirty ? reset : undefined,
    /** What is wrong with a field, as the schema or the server says it. */
    problemOf: (path: string) =>
      sentenceOf(messageIn(get(errors, path))) ?? fieldProblem(operation.error, pointerOf(path)),
    /** Why it was refused, unless every reason is shown at a field. */
    problem: <FormProblem error={operation.error} fields={fields.map(pointerOf)} />,
  };
}
