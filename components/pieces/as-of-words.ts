import type { asOf } from "@/messages/compiled/as-of";
import type { Translate } from "@/messages/message";
import type { Formats } from "./format";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A moment as it is asked for: "3 Nov 2026", "3 Nov 2026, 14:00", or the beginning of a commit. */
export function asOfWords({
  t,
  formats: { formatDay, formatDayAndMinute },
  as_of,
  time_zone,
}: {
  t: Translate<typeof asOf>;
  formats: Formats;
  as_of: string | null;
  time_zone: string | null;
}): string {
  if (as_of === null) return t("now");
  if (DAY.test(as_of)) return formatDay(as_of);
  if (Number.isNaN(Date.parse(as_of))) return as_of.slice(0, 8);
  return formatDayAndMinute(as_of, time_zone ?? "UTC");
}
