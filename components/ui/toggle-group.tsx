"use client";

import * as Primitive from "radix-ui/toggle-group";
import type { ReactNode } from "react";
import { cn } from "./cn";

export type ToggleOption<Value extends string> = { value: Value; label: ReactNode; title?: string };

/** One choice of a few, always one chosen: unified or split, table or chart. */
export function ToggleGroup<Value extends string>({
  label,
  value,
  options,
  onValueChange,
  className,
}: {
  label: string;
  value: Value;
  options: readonly ToggleOption<Value>[];
  onValueChange: (value: Value) => void;
  className?: string;
}) {
  return (
    <Primitive.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const option = options.find((candidate) => candidate.value === next);
        if (option) onValueChange(option.value);
      }}
      className={cn("inline-flex h-7 shrink-0 items-center rounded-md border bg-sunken p-px", className)}
    >
      {options.map((option) => (
        <Primitive.Item
          key={option.value}
          value={option.value}
          title={option.title}
          aria-label={option.title}
          className="inline-flex h-full items-center gap-1.5 rounded-sm px-2 text-muted-foreground text-xs transition-colors hover:text-foreground data-[state=on]:bg-card data-[state=on]:font-medium data-[state=on]:text-foreground data-[state=on]:outline data-[state=on]:outline-border data-[state=on]:focus-visible:outline-2 data-[state=on]:focus-visible:outline-ring [&_svg]:size-3.5"
        >
          {option.label}
        </Primitive.Item>
      ))}
    </Primitive.Root>
  );
}
