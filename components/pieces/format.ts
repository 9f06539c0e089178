import { isTimeZone } from "@/lib/kernel/time-zones";

const NARROW_SPACE = "\u202f";
const NUMBER = new Intl.NumberFormat("en");

/** 12345 → "12,345". One locale for server and browser, so both render the same. */
export const formatCount = (count: number): string => NUMBER.format(count);

/** The word for a number of things: `one` for exactly one, else `many`. */
export function wordFor(count: number, one: string, many: string): string {
  if (count === 1) return one;
  return many;
}

/** "1 memory", "12,345 memories". */
export const countOf = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${wordFor(count, one, many)}`;

/** The parts of a sentence that are said, with commas: those with a condition are false where it does not hold. */
export const joinSaid = (parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(", ");

/** A figure as `write` writes it; a dash for one that is not known. */
export function orDash<Value>(value: Value | null | undefined, write: (value: Value) => string): string {
  if (value === null || value === undefined) return "–";
  return write(value);
}

/** 0.413 → "41 %"; shares that would round to 0 or 100 without being it say "<1 %" and ">99 %". */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.005) return `<1${NARROW_SPACE}%`;
  if (share < 1 && share > 0.995) return `>99${NARROW_SPACE}%`;
  return `${Math.round(share * 100)}${NARROW_SPACE}%`;
}

/** -0.412 → "−0.41" with two digits, 0.4 → "+0.40". */
export function formatSigned(value: number, digits: number): string {
  const sign = value < 0 ? "−" : "+";
  return `${sign}${Math.abs(value).toFixed(digits)}`;
}

/** A line range as people write it: "12" or "12–18". */
export const formatLines = (start: number, end: number): string => {
  if (start === end) return String(start);
  return `${start}–${end}`;
};

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "2026-11-21T11:25:00Z" → "21 Nov 2026", in UTC. */
export function formatDay(iso: string): string {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** "2026-11-21T11:25:00Z" → "Nov 2026", in UTC. */
export function formatMonth(iso: string): string {
  const date = new Date(iso);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** "2026-11-21T11:25:00Z" → "21 Nov", in UTC: for axes, where the year is known. */
export function formatDayShort(iso: string | number): string {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

type MomentParts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

/** The parts of a moment in a time zone; the months in our own short words, which differ between versions of a browser. */
function partsOf(iso: string, time_zone: string): MomentParts {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: time_zone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  });
  return Object.fromEntries(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
}

/** "21 Nov"; the language's own pattern writes a day with two digits where its month is a number. */
const dayAndMonthOf = ({ day, month }: MomentParts): string => `${Number(day)} ${MONTHS[Number(month) - 1]}`;

/** "2026-11-21T11:25:00Z" → "21 Nov 2026, 12:25:00 CET (Europe/Berlin)". */
export function formatMoment(iso: string, time_zone: string): string {
  const parts = partsOf(iso, time_zone);
  const { year, hour, minute, second, timeZoneName } = parts;
  const zone = timeZoneName === time_zone ? time_zone : `${timeZoneName} (${time_zone})`;
  return `${dayAndMonthOf(parts)} ${year}, ${hour}:${minute}:${second} ${zone}`;
}

/** "2026-11-21T11:25:00Z" → "21 Nov 2026, 12:25" in that zone; in UTC for what is no time zone. */
export function formatDayAndMinute(iso: string, time_zone: string): string {
  const parts = partsOf(iso, isTimeZone(time_zone) ? time_zone : "UTC");
  return `${dayAndMonthOf(parts)} ${parts.year}, ${parts.hour}:${parts.minute}`;
}

/** "2026-11-21T11:25:00Z" → "21 Nov, 12:25" in that zone. */
export function formatMinute(iso: string, time_zone: string): string {
  const parts = partsOf(iso, time_zone);
  return `${dayAndMonthOf(parts)}, ${parts.hour}:${parts.minute}`;
}

const STEPS: readonly [limit_seconds: number, unit_seconds: number, unit: string][] = [
  [3_600, 60, "min"],
  [86_400, 3_600, "h"],
  [86_400 * 14, 86_400, "d"],
  [86_400 * 60, 86_400 * 7, "wk"],
  [86_400 * 700, 86_400 * 30.44, "mo"],
  [Number.POSITIVE_INFINITY, 86_400 * 365.25, "y"],
];

/** The distance from `now` to a moment: "just now", "5 min ago", "in 3 d". Rounds down, so nothing looks older than it is. */
export function formatDistance(iso: string, now: number): string {
  const seconds = (now - Date.parse(iso)) / 1_000;
  const distance = Math.abs(seconds);
  if (distance < 60) return "just now";
  const [, unit_seconds, unit] = STEPS.find(([limit]) => distance < limit) ?? [0, 1, "s"];
  const words = `${Math.floor(distance / unit_seconds)}${NARROW_SPACE}${unit}`;
  if (seconds < 0) return `in ${words}`;
  return `${words} ago`;
}
