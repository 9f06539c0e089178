"use client";

import { ListFilter } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { Sheet, SheetContent, SheetTrigger } from "@/components/ui/sheet";
import { lists } from "@/messages/compiled/lists";
import { orDash } from "./format";
import { toggled } from "./selection";
import { useFormat } from "./use-format";

export type FacetOption = {
  value: string;
  label: ReactNode;
  /** Rows that would remain; null when it could not be counted. */
  count: number | null;
};

export type Facet = {
  key: string;
  label: string;
  options: readonly FacetOption[];
  selected: readonly string[];
};

type FacetsProps = {
  facets: readonly Facet[];
  onChange: (key: string, selected: string[]) => void;
  onClear: () => void;
};

const SHOWN_AT_FIRST = 6;

function FacetGroup({ facet, onChange }: { facet: Facet; onChange: FacetsProps["onChange"] }) {
  const t = useMessages(lists);
  const { formatCount } = useFormat();
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  if (facet.options.length === 0) return null;
  const shown = facet.options.filter(
    (option, index) => expanded || index < SHOWN_AT_FIRST || facet.selected.includes(option.value),
  );
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium text-sm">{facet.label}</legend>
      {shown.map((option) => {
        const selected = facet.selected.includes(option.value);
        const control = `${id}-${option.value}`;
        return (
          <div
            key={option.value}
            className={cn(
              "flex h-7 items-center gap-2 text-sm",
              option.count === 0 && "text-muted-foreground",
            )}
          >
            <Checkbox
              id={control}
              checked={selected}
              onCheckedChange={() => onChange(facet.key, toggled(facet.selected, option.value))}
            />
            <label htmlFor={control} className="flex min-w-0 flex-1 cursor-pointer items-center gap-2">
              <span className="min-w-0 flex-1 truncate">{option.label}</span>
              <span className="text-muted-foreground text-xs">{orDash(option.count, formatCount)}</span>
            </label>
          </div>
        );
      })}
      {facet.options.length > SHOWN_AT_FIRST && (
        <Button variant="link" size="inline" className="text-xs" onClick={() => setExpanded(!expanded)}>
          {expanded ? t("show_fewer") : t("show_all", { count: facet.options.length })}
        </Button>
      )}
    </fieldset>
  );
}

function FacetList({ facets, onChange, onClear }: FacetsProps) {
  const t = useMessages(lists);
  const chosen = facets.some((facet) => facet.selected.length > 0);
  return (
    <div className="flex flex-col gap-5">
      {facets.map((facet) => (
        <FacetGroup key={facet.key} facet={facet} onChange={onChange} />
      ))}
      {chosen && (
        <Button size="sm" className="self-start" onClick={onClear}>
          {t("clear_filters")}
        </Button>
      )}
    </div>
  );
}

/** Filters with the number of rows behind each: a column on wide screens. Pair it with FacetsButton below 1024 px. */
export function Facets({ className, ...props }: FacetsProps & { className?: string }) {
  const t = useMessages(lists);
  return (
    <aside aria-label={t("filters")} className={cn("w-52 shrink-0 max-lg:hidden", className)}>
      <FacetList {...props} />
    </aside>
  );
}

/** The same filters in a sheet, behind a button that says how many are set; hidden where the column is shown. */
export function FacetsButton({ className, ...props }: FacetsProps & { className?: string }) {
  const t = useMessages(lists);
  const count = props.facets.reduce((sum, facet) => sum + facet.selected.length, 0);
  return (
    <Sheet>
      <SheetTrigger asChild>
        <Button className={cn("lg:hidden", className)}>
          <ListFilter aria-hidden />
          {count === 0 ? t("filters") : t("filters_set", { count })}
        </Button>
      </SheetTrigger>
      <SheetContent side="bottom" title={t("filters")}>
        <div className="p-4">
          <FacetList {...props} />
        </div>
      </SheetContent>
    </Sheet>
  );
}
