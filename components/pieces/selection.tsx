"use client";

import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { useMessages } from "@/components/ui/messages";
import { lists } from "@/messages/compiled/lists";
import type { Translate } from "@/messages/message";

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
export function selectionInWords({ t, count }: { t: Translate<typeof lists>; count: number }): string {
  if (count === 0) return t("nothing_selected");
  return t("selected", { count });
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
  const t = useMessages(lists);
  return (
    <Checkbox
      aria-label={t("select_shown", { count: all })}
      checked={checkedOf(selected, all)}
      onCheckedChange={onToggle}
    />
  );
}

export function ClearSelection({ onClear }: { onClear: () => void }) {
  const t = useMessages(lists);
  return (
    <Button size="icon_sm" variant="ghost" aria-label={t("clear_selection")} onClick={onClear}>
      <X aria-hidden />
    </Button>
  );
}
