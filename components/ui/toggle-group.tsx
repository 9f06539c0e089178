"use client";

import { type KeyboardEvent, type ReactNode, useState } from "react";
import { cn } from "./cn";

export type ToggleOption<Value extends string> = { value: Value; label: ReactNode; title?: string };

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Moves the focus with the arrows, around the ends, and with Home and End; nothing is chosen by that. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
  if (!(event.target instanceof HTMLElement)) return;
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=radio]")];
  const at = choices.indexOf(event.target);
  const next = nextIndex(event.key, { at, count: choices.length });
  if (at === -1 || next === null) return;
  event.preventDefault();
  choices[next]?.focus();
}

function nextIndex(key: string, { at, count }: { at: number; count: number }): number | null {
  if (key === "Home" || key === "PageUp") return 0;
  if (key === "End" || key === "PageDown") return count - 1;
  const step = STEPS[key];
  if (step === undefined) return null;
  return (at + step + count) % count;
}

/**
 * One choice of a few, always one chosen: unified or split, table or chart. One stop for the Tab key, which is the chosen
 * one until the arrows moved on.
 */
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
  const [focused, setFocused] = useState<Value | null>(null);
  const stop = focused ?? value;
  const isStopThere = options.some((option) => option.value === stop);
  return (
    <div
      role="radiogroup"
      aria-label={label}
      onKeyDown={moveFocus}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null);
      }}
      className={cn("inline-flex h-7 shrink-0 items-center rounded-md border bg-sunken p-px", className)}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useSemanticElements: arrows move between inputs of this type by choosing them
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          data-state={option.value === value ? "on" : "off"}
          tabIndex={option.value === stop || (!isStopThere && index === 0) ? 0 : -1}
          title={option.title}
          aria-label={option.title}
          onFocus={() => setFocused(option.value)}
          onClick={() => {
            if (option.value !== value) onValueChange(option.value);
          }}
          className="inline-flex h-full items-center gap-1.5 rounded-sm px-2 text-muted-foreground text-xs transition-colors hover:text-foreground data-[state=on]:bg-card data-[state=on]:font-medium data-[state=on]:text-foreground data-[state=on]:outline data-[state=on]:outline-border data-[state=on]:focus-visible:outline-2 data-[state=on]:focus-visible:outline-ring [&_svg]:size-3.5"
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
