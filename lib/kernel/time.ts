import { z } from "zod";

/** A moment on the wire: ISO 8601 in UTC with milliseconds. */
export const timeSchema = z.iso.datetime({ offset: true });

export const DAY_MS = 86_400_000;

/** A moment as it travels: ISO 8601 in UTC with milliseconds. */
export function iso(moment: Date | string): string {
  return new Date(moment).toISOString();
}
