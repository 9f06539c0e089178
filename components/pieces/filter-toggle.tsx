import { ToggleGroup, type ToggleOption } from "@/components/ui/toggle-group";

const ALL = "all";

/** A filter of a few words: one of them, or null for all. */
export function FilterToggle<Value extends string>({
  label,
  value,
  options,
  all = "All",
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
  return (
    <ToggleGroup<Value | typeof ALL>
      label={label}
      className={className}
      value={value ?? ALL}
      options={[{ value: ALL, label: all }, ...options]}
      onValueChange={(chosen) => onChange(options.find((option) => option.value === chosen)?.value ?? null)}
    />
  );
}
