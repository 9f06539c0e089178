import { DAY_MS } from "@/lib/kernel/time";

/** The minute of a day from which the day may be read for facts: 23:59. */
const LAST_MINUTE = 23 * 60 + 59;

/** The day (yyyy-mm-dd) and the minute of the day (0–1439) of a moment in a time zone. */
export function localTime(moment: Date, time_zone: string): { day: string; minute: number } {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: time_zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(moment);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return {
    day: `${of("year").padStart(4, "0")}-${of("month")}-${of("day")}`,
    minute: Number(of("hour")) * 60 + Number(of("minute")),
  };
}

/** A day so many days later; negative: earlier. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The last day whose log may be read for facts at a moment: today from 23:59 on, else yesterday. */
export function lastDayDue(now: Date, time_zone: string): string {
  const { day, minute } = localTime(now, time_zone);
  if (minute >= LAST_MINUTE) return day;
  return shiftDay(day, -1);
}

/** The Monday of a day's week. */
export function weekOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return shiftDay(day, -((weekday + 6) % 7));
}
