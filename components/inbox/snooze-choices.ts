export const SNOOZE_CHOICES = ["hour", "tomorrow", "monday", "month"] as const;

export type SnoozeChoice = (typeof SNOOZE_CHOICES)[number];

/** The hour at which a day begins for what was put off to it. */
const MORNING = 9;

const HOUR_MS = 3_600_000;

/** The moment until which something is put off, in the time zone of this browser. */
export function snoozeUntil(choice: SnoozeChoice, now: Date): Date {
  if (choice === "hour") return new Date(now.getTime() + HOUR_MS);
  const morning = new Date(now);
  morning.setHours(MORNING, 0, 0, 0);
  morning.setDate(morning.getDate() + DAYS[choice](now));
  return morning;
}

const DAYS: Readonly<Record<Exclude<SnoozeChoice, "hour">, (now: Date) => number>> = {
  tomorrow: () => 1,
  // The next Monday; on a Monday that of the week after.
  monday: (now) => ((7 - now.getDay()) % 7) + 1,
  month: () => 30,
};
