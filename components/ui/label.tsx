"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "./cn";

export function Label({ className, ...props }: ComponentProps<"label">) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: who uses it names the control
    <label
      onMouseDown={(event) => {
        // A second click would select its text.
        if (event.detail > 1) event.preventDefault();
      }}
      className={cn("font-medium text-sm", className)}
      {...props}
    />
  );
}

export type FieldControl = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

/** What is wrong with a field; else the hint for it. */
function Note({ id, hint, error }: { id: string; hint: ReactNode; error: ReactNode }) {
  if (error)
    return (
      <p id={id} role="alert" className="text-danger text-xs">
        {error}
      </p>
    );
  if (!hint) return null;
  return (
    <p id={id} className="text-muted-foreground text-xs">
      {hint}
    </p>
  );
}

/** A labelled control with a hint and, when something is wrong, the error in its place. Spread `control` on the input. */
export function Field({
  label,
  hint,
  error,
  className,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className={cn("flex flex-col gap-1", className)}>
      <Label htmlFor={id}>{label}</Label>
      {children({
        id,
        "aria-describedby": hint || error ? note : undefined,
        "aria-invalid": error ? true : undefined,
      })}
      <Note id={note} hint={hint} error={error} />
    </div>
  );
}
