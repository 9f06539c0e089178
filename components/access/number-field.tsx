import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";

/** A number of the settings, kept as it was typed until it is saved. */
export function NumberField({
  label,
  hint,
  error,
  onValue,
  ...range
}: {
  label: string;
  hint: string;
  error: string | undefined;
  min: number;
  max: number;
  /** As it was typed. */
  value: string;
  onValue: (value: string) => void;
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          {...range}
          type="number"
          inputMode="numeric"
          required
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  );
}
