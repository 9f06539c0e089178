import { z } from "zod";

const isStorableYear = (moment: string) => {
  const year = new Date(moment).getUTCFullYear();
  return year >= 1 && year <= 9999;
};

/** A moment on the wire: ISO 8601 in UTC with milliseconds, of a year that the database has. */
export const timeSchema = z.iso
  .datetime({ offset: true })
  .refine(isStorableYear, "must be within the years 1 to 9999 in UTC");

export { DAY_MS } from "./durations";

/** A moment as it travels: ISO 8601 in UTC with milliseconds. */
export function iso(moment: Date | string): string {
  return new Date(moment).toISOString();
}

/** A moment from the wire as a date. */
export function toDate(moment: string | null): Date | null {
  if (moment === null) return null;
  return new Date(moment);
}
