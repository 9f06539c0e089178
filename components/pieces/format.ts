import { isTimeZone } from "@/lib/kernel/time-zones";
import { format as formatArea } from "@/messages/compiled/format";
import type { Language } from "@/messages/languages";
import type { Translate } from "@/messages/message";
import { translate } from "@/messages/translate";

const NARROW_SPACE = "\u202f";

/** Figures and moments as a language writes them. Server and browser write the same, whatever their own language is. */
export type Formats = {
  /** 12345 → "12,345". */
  formatCount: (count: number) => string;
  /** 0.413 → "41 %"; shares that would round to 0 or 100 without being it say "<1 %" and ">99 %". */
  formatShare: (share: number) => string;
  /** 0.953 → "0.95" with two digits. */
  formatDecimal: (value: number, digits: number) => string;
  /** -0.412 → "−0.41" with two digits, 0.4 → "+0.40". */
  formatSigned: (value: number, digits: number) => string;
  /** "2026-11-21T11:25:00Z" → "21 Nov 2026", in UTC. */
  formatDay: (iso: string) => string;
  /** "2026-11-21T11:25:00Z" → "Nov 2026", in UTC. */
  formatMonth: (iso: string) => string;
  /** "2026-11-21T11:25:00Z" → "21 Nov", in UTC: for axes, where the year is known. */
  formatDayShort: (iso: string | number) => string;
  /** "2026-11-21T11:25:00Z" → "21 Nov 2026, 12:25:00 CET (Europe/Berlin)". */
  formatMoment: (iso: string, time_zone: string) => string;
  /** "2026-11-21T11:25:00Z" → "21 Nov 2026, 12:25" in that zone; in UTC for what is no time zone. */
  formatDayAndMinute: (iso: string, time_zone: string) => string;
  /** "2026-11-21T11:25:00Z" → "21 Nov, 12:25" in that zone. */
  formatMinute: (iso: string, time_zone: string) => string;
  /** The distance from `now` to a moment: "just now", "5 min ago", "in 3 d". Rounds down, so nothing looks older than it is. */
  formatDistance: (iso: string, now: number) => string;
};

/** The parts of a sentence that are said, with commas: those with a condition are false where it does not hold. */
export const joinSaid = (parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(", ");

/** A figure as `write` writes it; a dash for one that is not known. */
export function orDash<Value>(value: Value | null | undefined, write: (value: Value) => string): string {
  if (value === null || value === undefined) return "–";
  return write(value);
}

/** A line range as people write it: "12" or "12–18". */
export const formatLines = (start: number, end: number): string => {
  if (start === end) return String(start);
  return `${start}–${end}`;
};

type MomentParts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

/** The parts of a moment in a time zone, as numbers: the short words of a language differ between versions of a browser. */
function partsOf(iso: string, time_zone: string): MomentParts {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: time_zone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  }).formatToParts(new Date(iso));
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

const LAST_UNIT = 5;
/** Up to which distance each unit is used, and how long it is, in seconds. */
const STEPS: readonly [limit_seconds: number, unit_seconds: number][] = [
  [3_600, 60],
  [86_400, 3_600],
  [86_400 * 14, 86_400],
  [86_400 * 60, 86_400 * 7],
  [86_400 * 700, 86_400 * 30.44],
  [Number.POSITIVE_INFINITY, 86_400 * 365.25],
];

function shareFormat(share: number): string {
  if (share > 0 && share < 0.005) return `<1${NARROW_SPACE}%`;
  if (share < 1 && share > 0.995) return `>99${NARROW_SPACE}%`;
  return `${Math.round(share * 100)}${NARROW_SPACE}%`;
}

/** Rounded by `toFixed`, as what is compared with it is: `Intl` rounds 1.005 up, which is a little less than that. */
function decimal(value: number, digits: number, language: Language): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  return new Intl.NumberFormat(language, options).format(Number(value.toFixed(digits)));
}

/** The formats of a language, whose patterns and short words are texts of the catalogue. */
export function formatsOf(t: Translate<typeof formatArea>, language: Language): Formats {
  const months = t("months").split(",");
  const units = t("units").split(",");
  const numbers = new Intl.NumberFormat(language);
  const monthOf = (month: number | string) => months[Number(month) - 1] ?? "";
  const inUtc = (iso: string | number) => {
    const date = new Date(iso);
    return {
      day: date.getUTCDate(),
      month: monthOf(date.getUTCMonth() + 1),
      year: String(date.getUTCFullYear()),
    };
  };
  const inZone = (iso: string, time_zone: string) => {
    const { day, month, year = "", hour, minute, second, timeZoneName } = partsOf(iso, time_zone);
    const zone = timeZoneName === time_zone ? time_zone : `${timeZoneName} (${time_zone})`;
    const date = { day: Number(day), month: monthOf(month ?? ""), year };
    return { date, minute: `${hour}:${minute}`, second: `${hour}:${minute}:${second}`, zone };
  };
  return {
    formatCount: (count) => numbers.format(count),
    formatShare: shareFormat,
    formatDecimal: (value, digits) => decimal(value, digits, language),
    formatSigned: (value, digits) => {
      const sign = value < 0 ? "−" : "+";
      return `${sign}${decimal(Math.abs(value), digits, language)}`;
    },
    formatDay: (iso) => t("day", inUtc(iso)),
    formatMonth: (iso) => t("month", inUtc(iso)),
    formatDayShort: (iso) => t("day_short", inUtc(iso)),
    formatMoment: (iso, time_zone) => {
      const { date, second, zone } = inZone(iso, time_zone);
      return t("moment", { ...date, time: second, zone });
    },
    formatDayAndMinute: (iso, time_zone) => {
      const { date, minute } = inZone(iso, isTimeZone(time_zone) ? time_zone : "UTC");
      return t("day_and_minute", { ...date, time: minute });
    },
    formatMinute: (iso, time_zone) => {
      const { date, minute } = inZone(iso, time_zone);
      return t("minute", { ...date, time: minute });
    },
    formatDistance: (iso, now) => {
      const seconds = (now - Date.parse(iso)) / 1_000;
      const size = Math.abs(seconds);
      if (size < 60) return t("just_now");
      const step = STEPS.findIndex(([limit]) => size < limit);
      const [, unit_seconds = 1] = STEPS[step] ?? [];
      const distance = `${Math.floor(size / unit_seconds)}${NARROW_SPACE}${units[step] ?? units[LAST_UNIT]}`;
      return seconds < 0 ? t("ahead", { distance }) : t("ago", { distance });
    },
  };
}

/** As English writes them: for what is no page. */
export const ENGLISH: Formats = formatsOf(
  translate(formatArea, { language: "en", translations: null }),
  "en",
);
