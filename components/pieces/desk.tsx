"use client";

import { ChevronLeft, ChevronRight, List } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Keys } from "@/components/ui/kbd";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCount } from "./format";
import { ClearSelection, SelectShown } from "./selection";

/** An item of a queue: its text opens it; `row` is the attribute and the id by which it is focused. */
export function DeskRow({
  row: [attribute, id],
  open,
  text,
  selected,
  onShow,
  onToggle,
  children,
}: {
  row: [`data-${string}`, string];
  open: boolean;
  text: string;
  selected?: boolean;
  onShow: () => void;
  /** Absent: it cannot be selected. */
  onToggle?: (() => void) | undefined;
  children: ReactNode;
}) {
  const text_id = useId();
  const marker = { [attribute]: id };
  return (
    <li
      className={cn(
        "relative flex min-w-0 gap-2.5 border-b px-3 py-2.5 last:border-b-0",
        selected ? "bg-primary-soft/60" : "hover:bg-accent/60",
        open && "bg-accent shadow-[inset_2px_0_0_var(--primary)]",
      )}
    >
      {onToggle !== undefined && (
        <Checkbox
          aria-label="Select"
          aria-describedby={text_id}
          checked={selected ?? false}
          onCheckedChange={onToggle}
          className="z-1 mt-0.5"
        />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <button
          type="button"
          id={text_id}
          {...marker}
          aria-current={open || undefined}
          onClick={onShow}
          dir="auto"
          className={cn(
            "line-clamp-2 text-left text-sm wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-ring",
            open && "font-medium",
          )}
        >
          {text}
        </button>
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-muted-foreground text-xs">
          {children}
        </p>
      </div>
    </li>
  );
}

/** What is selected of a queue, with the buttons that decide on it. */
export function DeskSelection({
  shown,
  selection,
  onSelect,
  children,
}: {
  shown: readonly string[];
  selection: ReadonlySet<string>;
  onSelect: (ids: readonly string[]) => void;
  children: ReactNode;
}) {
  const here = shown.filter((id) => selection.has(id)).length;
  return (
    <div className="mb-2 flex min-h-8 flex-wrap items-center gap-1.5 pl-3 text-sm">
      <SelectShown
        selected={here}
        all={shown.length}
        onToggle={() =>
          onSelect(
            here === shown.length
              ? [...selection].filter((id) => !shown.includes(id))
              : [...new Set([...selection, ...shown])],
          )
        }
      />
      {selection.size === 0 ? (
        <span className="ml-1 text-muted-foreground">Select to decide on several</span>
      ) : (
        <>
          <span className="mr-auto ml-1 font-medium">{formatCount(selection.size)} selected</span>
          {children}
          <ClearSelection onClear={() => onSelect([])} />
        </>
      )}
    </div>
  );
}

/** How many memories wait at a desk, and what that means for the agents. */
export function DeskTotal({ total }: { total: number }) {
  return (
    <p className="text-muted-foreground text-sm lg:ml-auto">
      <span className="font-medium text-foreground">
        {total === 1 ? "1 memory" : `${formatCount(total)} memories`}
      </span>{" "}
      not served until someone decides.
    </p>
  );
}

/** On a small screen: back to the queue, where in it this is, and on to its neighbours. */
export function DeskPosition({
  what,
  place,
  total,
  onQueue,
  onPrevious,
  onNext,
}: {
  /** What the queue is of. */
  what: "memory" | "conflict";
  place: number;
  total: number;
  onQueue: () => void;
  /** null: this is the first of the page. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}) {
  const steps = [
    { label: `Previous ${what}`, icon: ChevronLeft, run: onPrevious },
    { label: `Next ${what}`, icon: ChevronRight, run: onNext },
  ];
  return (
    <div className="mb-3 flex items-center gap-1 text-muted-foreground text-sm lg:hidden">
      <Button size="sm" variant="ghost" onClick={onQueue}>
        <List aria-hidden />
        Queue
      </Button>
      <span className="mr-auto">
        {formatCount(place)} of {formatCount(total)}
      </span>
      {steps.map(({ label, icon: Icon, run }) => (
        <Button
          key={label}
          size="icon_sm"
          variant="ghost"
          aria-label={label}
          disabled={run === null}
          onClick={() => run?.()}
        >
          <Icon aria-hidden />
        </Button>
      ))}
    </div>
  );
}

/** The queue's column, which stays in sight on a wide screen; on a small one it gives way to what is open. */
export function DeskQueue({ open, children }: { open: boolean; children: ReactNode }) {
  return (
    <div
      className={cn(
        "min-w-0 lg:sticky lg:top-[calc(var(--frame-top,0px)+1rem)] lg:max-h-[calc(100dvh-var(--frame-top,0px)-2rem)] lg:overflow-y-auto lg:p-px",
        open && "max-lg:hidden",
      )}
    >
      {children}
    </div>
  );
}

/** On a small screen, the decisions at the foot of what is open. */
export function DeskFoot({ children }: { children: ReactNode }) {
  return (
    <div
      data-bottom-bar=""
      className="-mx-4 sm:-mx-6 sticky bottom-0 z-20 mt-4 border-t bg-background px-4 py-2.5 sm:px-6 lg:hidden"
    >
      {children}
    </div>
  );
}

/** The key of a decision, on its button; a small screen has no keys. */
export function DeskKey({ name }: { name: string }) {
  return (
    <span aria-hidden className="max-lg:hidden">
      <Keys keys={name} />
    </span>
  );
}

export function DeskSkeleton({
  label,
  rows = [92, 78, 86, 70],
  children,
}: {
  label: string;
  /** Widths of the lines of the queue, per cent; each another. */
  rows?: readonly number[];
  children: ReactNode;
}) {
  return (
    <div aria-busy className="grid gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
      <span className="sr-only">{label}</span>
      <div className="rounded-md border bg-card">
        {rows.map((width) => (
          <div key={width} className="flex flex-col gap-2 border-b px-3 py-3 last:border-b-0">
            <Skeleton style={{ width: `${width}%` }} />
            <Skeleton className="h-3 w-40 max-w-full" />
          </div>
        ))}
      </div>
      {children}
    </div>
  );
}
