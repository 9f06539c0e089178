import { DAY_MS } from "./durations";

/** What the clocks of a time zone show; `month` from 1, `hour` 0–23. */
type LocalTime = { year: number; month: number; day: number; hour: number; minute: number; second: number };

/** What the clocks of a time zone show at a moment. @throws RangeError for a name that is no time zone. */
function localTime(moment: Date | number, time_zone: string): LocalTime {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: time_zone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
    hourCycle: "h23",
  }).formatToParts(moment);
  const of = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  return {
    year: of("year"),
    month: of("month"),
    day: of("day"),
    hour: of("hour"),
    minute: of("minute"),
    second: of("second"),
  };
}

/** Whether this is the name of a time zone, such as Europe/Lisbon. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The day of a moment in a time zone (yyyy-mm-dd). */
export function dayAt(moment: Date, time_zone: string): string {
  const { year, month, day } = localTime(moment, time_zone);
  const padded = [
    String(year).padStart(4, "0"),
    String(month).padStart(2, "0"),
    String(day).padStart(2, "0"),
  ];
  return padded.join("-");
}

/** The minute of the day (0–1439) of a moment in a time zone. */
export function minuteOfDayAt(moment: Date, time_zone: string): number {
  const { hour, minute } = localTime(moment, time_zone);
  return hour * 60 + minute;
}

/** A day (yyyy-mm-dd) so many days later; negative: earlier. In a time zone a day may have 23 or 25 hours. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Milliseconds that the clocks of a time zone are ahead of UTC at a moment. */
function offsetAt(moment: number, time_zone: string): number {
  const { year, month, day, hour, minute, second } = localTime(moment, time_zone);
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  return local - Math.floor(moment / 1000) * 1000;
}

/**
 * The moment at which the clocks of a time zone show a time, which is written as if it were UTC (epoch milliseconds). An hour
 * that a day leaves out is the next one.
 */
export function momentWhen(shown: number, time_zone: string): Date {
  // The offset at the guess may be another than at the moment itself, where clocks are changed in between.
  const guess = shown - offsetAt(shown, time_zone);
  return new Date(shown - offsetAt(guess, time_zone));
}

/** The last millisecond of a day (yyyy-mm-dd) in a time zone. @throws RangeError for a day that no calendar has. */
export function endOfDay(day: string, time_zone: string): Date {
  const start = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(day))
    throw new RangeError(`${day} is no day of the calendar`);
  return momentWhen(start + DAY_MS - 1, time_zone);
}
