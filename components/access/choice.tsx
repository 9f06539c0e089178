import { ToggleGroup } from "@/components/ui/toggle-group";

export const onOrOff = (isOn: boolean) => {
  if (isOn) return "on";
  return "off";
};

/** A choice of a few that says what is chosen even to those who may not change it. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  disabled,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  disabled: boolean;
  onChange: (value: Value) => void;
}) {
  if (disabled)
    return <p className="font-medium text-sm">{options.find((option) => option.value === value)?.label}</p>;
  return (
    <ToggleGroup
      label={label}
      value={value}
      options={options}
      onValueChange={onChange}
      className="self-start"
    />
  );
}
