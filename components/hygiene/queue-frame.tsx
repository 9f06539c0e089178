import { List } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { formatCount } from "@/components/pieces/format";
import { Pager } from "@/components/pieces/pager";
import type { readProblem } from "@/components/pieces/problem";
import { ClearSelection, SelectShown } from "@/components/pieces/selection";
import type { usePages } from "@/components/pieces/use-pages";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";

/** A queue as a page of a list: its head, then its items, or why there are none. */
export function QueueFrame({
  actions,
  problem,
  page,
  emptied,
  refreshing,
  pages,
  empty,
  children,
  ...head
}: Omit<ComponentProps<typeof QueueHead>, "children"> & {
  /** The buttons for a selection. */
  actions: ReactNode;
  problem: ReturnType<typeof readProblem>;
  page: { items: readonly unknown[]; total: number; next_cursor: string | null } | undefined;
  /** It was worked to its end, and what is left is on its way. */
  emptied: boolean;
  refreshing: boolean;
  pages: ReturnType<typeof usePages>;
  empty: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={head.title}>
      <QueueHead {...head}>{actions}</QueueHead>
      {problem !== null && <ErrorState {...problem} className="mb-3" />}
      {page === undefined && problem === null && <Skeleton className="h-48" />}
      {page !== undefined && page.items.length === 0 && !emptied && (
        <div className="rounded-md border bg-card">{empty}</div>
      )}
      {page !== undefined && page.items.length > 0 && (
        <>
          {children}
          <Pager
            first={pages.first}
            shown={page.items.length}
            total={page.total}
            onPrevious={pages.onPrevious}
            onNext={pages.onNext(page)}
            busy={refreshing}
          />
        </>
      )}
    </section>
  );
}

/** The head of a queue: what it is, what is selected and what can be done with that. */
function QueueHead({
  title,
  shown,
  selected,
  onSelect,
  onClose,
  children,
}: {
  title: string;
  /** Ids of what this page shows. */
  shown: readonly string[];
  selected: ReadonlySet<string>;
  /** Absent when nothing can be done here. */
  onSelect: ((ids: readonly string[]) => void) | null;
  onClose: () => void;
  /** The buttons for a selection. */
  children: ReactNode;
}) {
  const here = shown.filter((id) => selected.has(id)).length;
  return (
    <div className="mb-2 flex min-h-8 flex-wrap items-center gap-2">
      <Button size="sm" variant="ghost" className="lg:hidden" onClick={onClose}>
        <List aria-hidden />
        All reasons
      </Button>
      <h2 className="mr-auto font-medium text-base">{title}</h2>
      {onSelect !== null && shown.length > 0 && (
        <>
          {here > 0 && (
            <>
              <span className="font-medium text-sm">{formatCount(here)} selected</span>
              {children}
              <ClearSelection onClear={() => onSelect([])} />
            </>
          )}
          <SelectShown
            selected={here}
            all={shown.length}
            onToggle={() => onSelect(here === shown.length ? [] : shown)}
          />
        </>
      )}
    </div>
  );
}
