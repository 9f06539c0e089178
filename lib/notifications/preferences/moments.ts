import { DAY_MS } from "@/lib/kernel/time";
import { dayAt, minuteOfDayAt, momentWhen, shiftDay } from "@/lib/kernel/time-zones";
import type { Cadence, Preferences } from "../fields";

const MINUTE_MS = 60_000;
const DAYS_AHEAD = 8;

/** Minutes of the day that a time such as 09:30 is. */
function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

/** From 1, Monday, to 7. */
const weekdayOf = (day: string): number => ((new Date(day).getUTCDay() + 6) % 7) + 1;

/** The next time of day after a moment; with a weekday, on such a day. */
function nextAt({
  after,
  clock,
  weekday,
  time_zone,
}: {
  after: Date;
  clock: string;
  weekday: number | null;
  time_zone: string;
}): Date {
  const today = dayAt(after, time_zone);
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = shiftDay(today, ahead);
    const moment = momentWhen(Date.parse(day) + minuteOf(clock) * MINUTE_MS, time_zone);
    if (moment > after && (weekday === null || weekdayOf(day) === weekday)) return moment;
  }
  return new Date(after.getTime() + DAY_MS);
}

/** A moment, or the end of the quiet hours that it is in. */
function outsideQuietHours(moment: Date, { quiet_from, quiet_to, time_zone }: Preferences): Date {
  if (quiet_from === null || quiet_to === null || quiet_from === quiet_to) return moment;
  const minute = minuteOfDayAt(moment, time_zone);
  const [from, to] = [minuteOf(quiet_from), minuteOf(quiet_to)];
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return moment;
  return nextAt({
    after: new Date(moment.getTime() - MINUTE_MS),
    clock: quiet_to,
    weekday: null,
    time_zone,
  });
}

/** When something of this cadence goes out by e-mail; null: it does not. */
export function emailMoment({
  cadence,
  preferences,
  now,
}: {
  cadence: Cadence;
  preferences: Preferences;
  now: Date;
}): Date | null {
  const { time_zone, digest_at, digest_weekday } = preferences;
  switch (cadence) {
    case "off":
    case "in_app":
      return null;
    case "at_once":
      return outsideQuietHours(now, preferences);
    case "daily":
      return outsideQuietHours(
        nextAt({ after: now, clock: digest_at, weekday: null, time_zone }),
        preferences,
      );
    case "weekly":
      return outsideQuietHours(
        nextAt({ after: now, clock: digest_at, weekday: digest_weekday, time_zone }),
        preferences,
      );
  }
}
