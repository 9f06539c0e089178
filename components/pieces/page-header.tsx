import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

/** The head of a screen: its title, the question it answers, and what can be done about the answer. */
export function PageHeader({
  title,
  question,
  actions,
  className,
}: {
  title: ReactNode;
  question?: ReactNode;
  actions?: ReactNode;
  className?: string;
}) {
  return (
    <header className={cn("mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3", className)}>
      <div className="min-w-0">
        <h1 className="wrap-anywhere font-semibold text-lg">{title}</h1>
        {question && <p className="max-w-prose text-pretty text-muted-foreground">{question}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
