import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { fieldClasses } from "./input";

/** The button of a list that opens, with what is chosen in it. */
export function ChooseButton({ className, children, ...props }: ComponentProps<"button">) {
  return (
    <button
      type="button"
      className={cn(
        fieldClasses,
        "inline-flex h-8 w-auto items-center justify-between gap-2 px-2.5 text-left data-placeholder:text-muted-foreground [&>span]:truncate",
        className,
      )}
      {...props}
    >
      {children}
      <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
    </button>
  );
}
