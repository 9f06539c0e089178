import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";

/** A share in percent, slid or typed. */
export function ShareSlider({
  label,
  slider_label,
  hint,
  error,
  value,
  onValue,
  min = 0,
  max = 100,
}: {
  label: string;
  /** What the slider is called, beside the field. */
  slider_label: string;
  hint: string;
  error: string | undefined;
  /** As it was typed. */
  value: string;
  onValue: (value: string) => void;
  min?: number;
  max?: number;
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="flex items-center gap-3">
          <input
            type="range"
            aria-label={slider_label}
            min={min}
            max={max}
            step={1}
            value={value === "" ? min : value}
            onChange={(event) => onValue(event.target.value)}
            className="h-6 min-w-0 flex-1 accent-primary"
          />
          <Input
            {...control}
            type="number"
            inputMode="numeric"
            required
            min={min}
            max={max}
            value={value}
            onChange={(event) => onValue(event.target.value)}
            className="w-20 shrink-0"
          />
        </span>
      )}
    </Field>
  );
}
