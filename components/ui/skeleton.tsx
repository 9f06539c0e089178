import type { ComponentProps } from "react";
import { cn } from "./cn";

/** Keeps the place of what is loading. It stands still: a page full of pulses is noise. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return <div aria-hidden className={cn("h-3.5 rounded-sm bg-muted", className)} {...props} />;
}
