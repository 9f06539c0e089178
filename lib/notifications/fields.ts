import { z } from "zod";
import { isTimeZone } from "@/lib/kernel/time-zones";
import { NOTIFICATION_KINDS, type NotificationKind } from "./kinds";

export const notificationKindSchema = z.enum(NOTIFICATION_KINDS).meta({
  description:
    "mention: a comment mentions you with @; assigned: somebody assigned you an item; comment: on an item that you are assigned or commented on; the others: items of this kind arrived in the inbox",
});

export const CADENCES = ["off", "in_app", "at_once", "daily", "weekly"] as const;

export const cadenceSchema = z.enum(CADENCES).meta({
  description:
    "off: not at all; in_app: listed in Casebook only; at_once, daily, weekly: listed, and by e-mail at once or in a digest",
});

export type Cadence = z.output<typeof cadenceSchema>;

const clockSchema = z
  .string()
  .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, "must be a time of day, such as 09:30")
  .meta({ description: "Time of day in the person's time zone, such as 09:30" });

const DEFAULT_CADENCES: Readonly<Record<NotificationKind, Cadence>> = {
  mention: "at_once",
  assigned: "at_once",
  comment: "at_once",
  suspicious_head: "at_once",
  quarantine: "daily",
  proposal: "daily",
  drift: "daily",
  conflict: "daily",
  suggestion: "daily",
  failure: "daily",
  unclassified: "weekly",
  import: "in_app",
};

/** How a person wants to be notified. */
export const preferencesSchema = z.strictObject({
  time_zone: z
    .string()
    .max(100)
    .refine(isTimeZone, "must be the name of a time zone, such as Europe/Lisbon")
    .default("UTC"),
  quiet_from: clockSchema.nullable().default(null).meta({
    description: "No e-mail is sent from this time of day on, until quiet_to; null: at any time",
  }),
  quiet_to: clockSchema.nullable().default(null),
  digest_at: clockSchema.default("09:00"),
  digest_weekday: z.int().min(1).max(7).default(1).meta({ description: "Of weekly digests; 1: Monday" }),
  cadences: z.partialRecord(notificationKindSchema, cadenceSchema).default({}).meta({
    description: "By kind; kinds left out have their default",
  }),
});

export type Preferences = Omit<z.output<typeof preferencesSchema>, "cadences"> & {
  cadences: Record<NotificationKind, Cadence>;
};

/** What a person chose, with what they did not choose as it is for everybody at first. */
export function completePreferences({
  cadences,
  ...chosen
}: z.output<typeof preferencesSchema>): Preferences {
  return { ...chosen, cadences: { ...DEFAULT_CADENCES, ...cadences } };
}
