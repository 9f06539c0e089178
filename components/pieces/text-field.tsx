import type { ComponentProps, ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { Textarea } from "@/components/ui/textarea";

type FieldProps<Name extends string> = {
  /** What of `useForm` a field needs. */
  form: {
    field: (name: Name) => UseFormRegisterReturn;
    problemOf: (path: string) => string | undefined;
  };
  name: Name;
  label: ReactNode;
  hint?: ReactNode;
  /** Where it is not what is wrong with the field of this name. */
  error?: string;
};
type Without<Tag extends "input" | "textarea"> = Omit<ComponentProps<Tag>, "form" | "name">;

/** A labelled line of text of a form, with the limits of its contract and what is wrong with it. */
export function TextField<Name extends string>({
  form,
  name,
  label,
  hint,
  error = form.problemOf(name),
  ...props
}: FieldProps<Name> & Without<"input">) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Input autoComplete="off" {...form.field(name)} {...control} {...props} />}
    </Field>
  );
}

/** The same for text of several lines; Ctrl or ⌘ with Enter sends it. */
export function LongTextField<Name extends string>({
  form,
  name,
  label,
  hint,
  error = form.problemOf(name),
  onEscape,
  ...props
}: FieldProps<Name> & Without<"textarea"> & { onEscape?: () => void }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Textarea
          dir="auto"
          onKeyDown={(event) => {
            if (event.key === "Escape" && onEscape) {
              event.stopPropagation();
              onEscape();
            }
            if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
          {...form.field(name)}
          {...control}
          {...props}
        />
      )}
    </Field>
  );
}
