"use client";

import { useMessages } from "@/components/ui/messages";
import { ToggleGroup, type ToggleOption } from "@/components/ui/toggle-group";
import { pieces } from "@/messages/compiled/pieces";

const ALL = "all";

/** A filter of a few words: one of them, or null for all. */
export function FilterToggle<Value extends string>({
  label,
  value,
  options,
  all,
  onChange,
  className,
}: {
  label: string;
  value: Value | null;
  options: readonly ToggleOption<Value>[];
  /** What the choice of all is called. */
  all?: string;
  onChange: (value: Value | null) => void;
  className?: string;
}) {
  const t = useMessages(pieces);
  return (
    <ToggleGroup<Value | typeof ALL>
      label={label}
      className={className}
      value={value ?? ALL}
      options={[{ value: ALL, label: all ?? t("all") }, ...options]}
      onValueChange={(chosen) => onChange(options.find((option) => option.value === chosen)?.value ?? null)}
    />
  );
}
