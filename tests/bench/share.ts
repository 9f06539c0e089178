import { wilson } from "@/lib/kernel/statistics";

const percent = (value: number) => Math.round(100 * value);

/** How many were right, in whole percent with Wilson's 95 % interval, as `91 % [86–94]`; empty when there are none. */
export function share(right: number, of: number): string {
  const interval = wilson(right, of);
  if (interval === null) return "";
  return `${percent(interval.rate)} % [${percent(interval.low)}–${percent(interval.high)}]`;
}
