"use client";

import type { ReactNode } from "react";
import { formatCount } from "@/components/pieces/format";
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
      {total !== undefined && <WaitingMemories total={total} />}
    </search>
  );
}

/** How many memories wait, and what that means for the agents. */
function WaitingMemories({ total }: { total: number }) {
  return (
    <p className="text-muted-foreground text-sm lg:ml-auto">
      <span className="font-medium text-foreground">
        {total === 1 ? "1 memory" : `${formatCount(total)} memories`}
      </span>{" "}
      not served until someone decides.
    </p>
  );
}

type Option<Value extends string> = { value: Value; label: ReactNode };

/** One choice of several. */
export function FilterSelect<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
}) {
  const choose = (next: string) => {
    const option = options.find((candidate) => candidate.value === next);
    if (option) onChange(option.value);
  };
  return (
    <Select value={value} onValueChange={choose}>
      <SelectTrigger aria-label={label} className="min-w-36">
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {options.map((option) => (
          <SelectItem key={option.value} value={option.value}>
            {option.label}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}

const ANY = "any";

/** One choice of several, or none of them: null. */
export function OptionalFilterSelect<Value extends string>({
  value,
  anyLabel,
  options,
  onChange,
  ...select
}: {
  label: string;
  value: Value | null;
  anyLabel: string;
  options: readonly Option<Value>[];
  onChange: (value: Value | null) => void;
}) {
  const any: Option<typeof ANY> = { value: ANY, label: anyLabel };
  return (
    <FilterSelect<Value | typeof ANY>
      {...select}
      value={value ?? ANY}
      options={[any, ...options]}
      onChange={(next) => onChange(options.find((option) => option.value === next)?.value ?? null)}
    />
  );
}
