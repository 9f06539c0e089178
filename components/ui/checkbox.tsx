"use client";

import { Check, Minus } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export type CheckedState = boolean | "indeterminate";

function stateOf(checked: CheckedState) {
  if (checked === "indeterminate") return { aria: "mixed", data: "indeterminate" } as const;
  return { aria: checked, data: checked ? "checked" : "unchecked" } as const;
}

/**
 * A box that is checked, unchecked or partly checked: a button with that role, for what a browser remembers of an input would
 * differ from what the server rendered.
 */
export function Checkbox({
  className,
  checked,
  required,
  onCheckedChange,
  ...props
}: Omit<ComponentProps<"button">, "form" | "name" | "value" | "onClick"> & {
  checked: CheckedState;
  required?: boolean;
  onCheckedChange?: (checked: boolean) => void;
}) {
  const { aria, data } = stateOf(checked);
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input is not partly checked by what React renders
    <button
      type="button"
      role="checkbox"
      aria-checked={aria}
      aria-required={required}
      data-state={data}
      onKeyDown={(event) => {
        // Space checks a box; Enter sends the form that it is in, or does nothing.
        if (event.key === "Enter") event.preventDefault();
      }}
      onClick={() => onCheckedChange?.(checked !== true)}
      className={cn(
        // The box is small; the pseudo-element gives fingers and pens the area they need.
        "after:-inset-2 relative inline-flex size-4 align-middle shrink-0 items-center justify-center rounded-sm border border-border-strong bg-card transition-colors after:absolute hover:border-foreground disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-primary data-[state=indeterminate]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:bg-primary",
        className,
      )}
      {...props}
    >
      {checked !== false && (
        <span className="pointer-events-none text-primary-foreground">
          {checked === "indeterminate" ? (
            <Minus aria-hidden className="size-3" strokeWidth={3} />
          ) : (
            <Check aria-hidden className="size-3" strokeWidth={3} />
          )}
        </span>
      )}
    </button>
  );
}
