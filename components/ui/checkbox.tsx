"use client";

import { Check, Minus } from "lucide-react";
import * as Primitive from "radix-ui/checkbox";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/**
 * A box that is checked, unchecked or partly checked. Made of the primitive's parts without the hidden input that its Root
 * renders on the server for forms to be sent without scripts: ours never are, and the browser, which restores what it
 * knows of an input, made it differ from what React expects when it takes the page over.
 */
export function Checkbox({
  className,
  checked,
  disabled,
  required,
  onCheckedChange,
  ...props
}: Omit<ComponentProps<typeof Primitive.Root>, "defaultChecked" | "form" | "name" | "value">) {
  return (
    <Primitive.unstable_Provider
      checked={checked}
      disabled={disabled}
      required={required}
      onCheckedChange={onCheckedChange}
    >
      <Primitive.unstable_Trigger
        className={cn(
          // The box is small; the pseudo-element gives fingers and pens the area they need.
          "after:-inset-2 relative inline-flex size-4 align-middle shrink-0 items-center justify-center rounded-sm border border-border-strong bg-card transition-colors after:absolute hover:border-foreground disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-primary data-[state=indeterminate]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:bg-primary",
          className,
        )}
        {...props}
      >
        <Primitive.Indicator className="text-primary-foreground">
          {checked === "indeterminate" ? (
            <Minus aria-hidden className="size-3" strokeWidth={3} />
          ) : (
            <Check aria-hidden className="size-3" strokeWidth={3} />
          )}
        </Primitive.Indicator>
      </Primitive.unstable_Trigger>
    </Primitive.unstable_Provider>
  );
}
