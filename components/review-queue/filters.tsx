"use client";

import type { ReactNode } from "react";
import { countOf } from "@/components/pieces/format";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";

/** The filters of a queue of memories, with how many wait. */
export function QueueFilters({
  total,
  children,
}: {
  /** Undefined while it is unknown. */
  total: number | undefined;
  children: ReactNode;
}) {
  return (
    <search aria-label="Filters of the queue" className="mb-3 flex flex-wrap items-center gap-2">
      {children}
      {total !== undefined && (
        <p className="text-muted-foreground text-sm lg:ml-auto">
          <span className="font-medium text-foreground">{countOf(total, "memory", "memories")}</span> not
          served until someone decides.
        </p>
      )}
    </search>
  );
}

const ANY = "any";

/** One choice of several, or none of them where `anyLabel` offers that. */
export function FilterSelect<Value extends string>({
  label,
  value,
  anyLabel,
  options,
  onChange,
  className = "min-w-36",
}: {
  label: string;
  value: Value | null;
  anyLabel?: string;
  options: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value | null) => void;
  className?: string;
}) {
  return (
    <Select
      value={value ?? ANY}
      onValueChange={(next) => onChange(options.find((option) => option.value === next)?.value ?? null)}
    >
      <SelectTrigger aria-label={label} className={className}>
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {anyLabel !== undefined && <SelectItem value={ANY}>{anyLabel}</SelectItem>}
        {options.map((option) => (
          <SelectItem key={option.value} value={option.value}>
            {option.label}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
