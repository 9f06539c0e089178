import { startOfBucket } from "@/lib/kernel/buckets";
import { dayAt, minuteOfDayAt, shiftDay } from "@/lib/kernel/time-zones";

/** The minute of a day from which the day may be read for facts: 23:59. */
const LAST_MINUTE = 23 * 60 + 59;

/** The last day whose log may be read for facts at a moment: today from 23:59 on, else yesterday. */
export function lastDayDue(now: Date, time_zone: string): string {
  const day = dayAt(now, time_zone);
  if (minuteOfDayAt(now, time_zone) >= LAST_MINUTE) return day;
  return shiftDay(day, -1);
}

/** The Monday of a day's week. */
export function weekOf(day: string): string {
  return startOfBucket("week", new Date(day)).toISOString().slice(0, day.length);
}
