import { List, X } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "@/components/pieces/format";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";

/** The head of a queue: what it is, what is selected and what can be done with that. */
export function QueueHead({
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
      {onSelect && shown.length > 0 ? (
        <>
          {here > 0 ? (
            <>
              <span className="font-medium text-sm">{formatCount(here)} selected</span>
              {children}
              <Button
                size="icon_sm"
                variant="ghost"
                aria-label="Clear the selection"
                onClick={() => onSelect([])}
              >
                <X aria-hidden />
              </Button>
            </>
          ) : null}
          <Checkbox
            aria-label={`Select the ${formatCount(shown.length)} shown`}
            checked={here === 0 ? false : here === shown.length ? true : "indeterminate"}
            onCheckedChange={() => onSelect(here === shown.length ? [] : shown)}
          />
        </>
      ) : null}
    </div>
  );
}
