import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";

/** Says that there is nothing, why that is so, and what would change it. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  className,
}: {
  icon?: LucideIcon;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div
      className={cn("flex flex-col items-start gap-1 px-4 py-8 sm:items-center sm:text-center", className)}
    >
      {Icon !== undefined && (
        <Icon aria-hidden className="mb-1.5 size-5 text-muted-foreground" strokeWidth={1.5} />
      )}
      <p className="font-medium text-base">{title}</p>
      {children && <div className="max-w-[56ch] text-pretty text-muted-foreground text-sm">{children}</div>}
      {action && <div className="mt-3 flex flex-wrap gap-2">{action}</div>}
    </div>
  );
}
