import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

/** One part of a settings screen: what it is, what can be done, and its content. */
export function Section({
  title,
  description,
  action,
  closed,
  className,
  children,
}: {
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  /** Shown in place of the content to somebody who may not use it. */
  closed?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className={cn("flex min-w-0 flex-col gap-3", className)}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="font-medium text-base">{title}</h2>
          {description && (
            <p className="max-w-prose text-pretty text-muted-foreground text-sm">{description}</p>
          )}
        </div>
        {action}
      </div>
      {closed || children}
    </section>
  );
}

/** Why someone sees a part of the settings that they cannot use. */
export function NotYours({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-md border bg-sunken px-3 py-2 text-muted-foreground text-sm">
      <Lock aria-hidden className="mt-1 size-3.5 shrink-0" />
      <span className="text-pretty">{children}</span>
    </p>
  );
}

/** Stands where the effect of a setting cannot be computed before it is saved: when it begins instead. */
export function NoPreview({ children }: { children: ReactNode }) {
  return <p className="text-pretty text-muted-foreground text-sm">{children}</p>;
}
