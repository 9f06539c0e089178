import { DAY_MS } from "./durations";

export const BUCKETS = ["day", "week", "month"] as const;
export type Bucket = (typeof BUCKETS)[number];

/** The start of the bucket that holds the moment, in UTC. Weeks start on Monday, as in PostgreSQL's date_trunc. */
export function startOfBucket(bucket: Bucket, moment: Date): Date {
  const day = new Date(moment);
  day.setUTCHours(0, 0, 0, 0);
  if (bucket === "week") day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  if (bucket === "month") day.setUTCDate(1);
  return day;
}

/** The start of the bucket `steps` after (or, negative, before) the one that starts at `start`. */
export function stepBucket(bucket: Bucket, start: Date, steps: number): Date {
  if (bucket !== "month") return new Date(start.getTime() + steps * DAY_MS * (bucket === "week" ? 7 : 1));
  const moved = new Date(start);
  moved.setUTCMonth(moved.getUTCMonth() + steps);
  return moved;
}

/**
 * The buckets of `from` up to, not including, `to`, which follow one another. Those that a period begins or ends in the
 * middle of are cut there: of two periods that follow one another, each moment is in one.
 *
 * @returns null when there would be more than `most`, or when `to` is not after `from`.
 */
export function bucketsBetween(
  bucket: Bucket,
  { from, to }: { from: Date; to: Date },
  most: number,
): { at: Date; until: Date }[] | null {
  const buckets: { at: Date; until: Date }[] = [];
  for (let at = from; at < to; ) {
    if (buckets.length === most) return null;
    const next = stepBucket(bucket, startOfBucket(bucket, at), 1);
    const until = next < to ? next : to;
    buckets.push({ at, until });
    at = until;
  }
  if (buckets.length === 0) return null;
  return buckets;
}
