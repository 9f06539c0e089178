import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import type { Limits } from "@/lib/doors/client";

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
  /** As it was typed. */
  value: string;
  onValue: (value: string) => void;
} & Limits) {
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
