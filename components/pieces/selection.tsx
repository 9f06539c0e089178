"use client";

import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { formatCount } from "./format";

/** Whether all, some or none of a list is selected, as a checkbox above it shows it. */
export const checkedOf = (selected: number, all: number): boolean | "indeterminate" => {
  if (selected === 0) return false;
  if (selected === all) return true;
  return "indeterminate";
};

/** The list with a value that it had not, or without the one that it had. */
export function toggled<Value>(list: readonly Value[], value: Value): Value[] {
  if (list.includes(value)) return list.filter((other) => other !== value);
  return [...list, value];
}

/** What is announced when the selection changes. */
export function selectionInWords(count: number): string {
  if (count === 0) return "Nothing selected";
  return `${formatCount(count)} selected`;
}

/** The checkbox above a queue. `selected` and `all` count what its page shows. */
export function SelectShown({
  selected,
  all,
  onToggle,
}: {
  selected: number;
  all: number;
  onToggle: () => void;
}) {
  return (
    <Checkbox
      aria-label={`Select the ${formatCount(all)} shown`}
      checked={checkedOf(selected, all)}
      onCheckedChange={onToggle}
    />
  );
}

export function ClearSelection({ onClear }: { onClear: () => void }) {
  return (
    <Button size="icon_sm" variant="ghost" aria-label="Clear the selection" onClick={onClear}>
      <X aria-hidden />
    </Button>
  );
}
