import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { organizationUpdate } from "@/lib/access/contract";
import { type Limits, limitsOf } from "@/lib/doors/client";

/** The limits of a share among the organization's settings, for a field in which it is typed in percent. */
export function percentLimitsOf(path: string): Limits {
  const { min = 0, max = 1 } = limitsOf(organizationUpdate, path);
  return { min: min * 100, max: max * 100 };
}

/** A number of the settings, kept as it was typed until it is saved. */
export function NumberField({
  label,
  hint,
  error,
  onValue,
  isOptional = false,
  ...range
}: {
  label: string;
  hint: string;
  error: string | undefined;
  /** As it was typed. */
  value: string;
  onValue: (value: string) => void;
  /** It may be left empty. */
  isOptional?: boolean;
} & Limits) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          {...range}
          type="number"
          inputMode="numeric"
          required={!isOptional}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  );
}
