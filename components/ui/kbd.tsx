import type { ComponentProps } from "react";
import { cn } from "./cn";

/** One key. `mod` is written as the symbol of the command key, which the handlers take for Control elsewhere. */
export function Kbd({ className, ...props }: ComponentProps<"kbd">) {
  return (
    <kbd
      className={cn(
        "inline-flex h-5 min-w-5 items-center justify-center rounded-sm border bg-sunken px-1 font-sans text-muted-foreground text-xs",
        className,
      )}
      {...props}
    />
  );
}

const SYMBOLS: Record<string, string> = {
  mod: "⌘",
  shift: "⇧",
  Enter: "↵",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/** A shortcut in the notation of useShortcuts: `g m` (one after the other), `mod+k` (together). */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1">
      {keys.split(" ").map((chord) => (
        <Kbd key={chord}>
          {chord
            .split("+")
            .map((key) => SYMBOLS[key] ?? key.toUpperCase())
            .join("")}
        </Kbd>
      ))}
    </span>
  );
}
