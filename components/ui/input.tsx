import type { ComponentProps } from "react";
import { cn } from "./cn";

export const fieldClasses =
  "w-full min-w-0 rounded-md border border-border-strong/70 bg-card text-foreground text-sm transition-colors placeholder:text-muted-foreground hover:border-border-strong disabled:cursor-not-allowed disabled:opacity-55 aria-invalid:border-danger";

export function Input({ className, type, ...props }: ComponentProps<"input">) {
  return <input type={type ?? "text"} className={cn(fieldClasses, "h-8 px-2.5", className)} {...props} />;
}
