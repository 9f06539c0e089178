import { z } from "zod";
import { idSchema } from "@/lib/kernel/ids";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { isTimeZone } from "@/lib/kernel/time-zones";
import { statusSchema } from "../fields";
import { memorySchema } from "../memory/contract";

/** What a memory that is or was active can have become since a moment. */
export const SINCE = ["ended", "changed", "returned", "added"] as const;

/** What every reading takes that answers for an earlier moment. */
export const asOfShape = {
  as_of: text({ max: 64 })
    .optional()
    .meta({
      description:
        "Answers what was known at this moment instead of now: an ISO 8601 time with its zone, a date (the end of that " +
        "day in `time_zone`), or a commit of the repository that is filtered by",
    }),
  time_zone: text({ max: 60 })
    .refine(isTimeZone, "must be a time zone, such as Europe/Lisbon")
    .optional()
    .meta({ description: "Of a date in `as_of`; default: the time zone of the organization" }),
};

export const sinceSchema = z.enum(SINCE).meta({
  description:
    "With `as_of`: only memories that were active then and are not now (ended), are still and say, cite or reach " +
    "something else (changed), were there and not active and are now (returned), or were stored later and are active (added; " +
    "these two as they are now). `status` is ignored",
});

/** What is answered as it is now, because no history of it is kept. */
export const AS_NOW = [
  "quality",
  "confidence",
  "usage_count",
  "verification_count",
  "observation_count",
  "updated_at",
  "version",
] as const;

export const asOfSchema = z.object({
  at: timeSchema,
  time_zone: z.string().meta({ description: "In which a date was read" }),
  commit: z
    .string()
    .nullable()
    .meta({ description: "The commit whose time it is; null when none was named" }),
  complete: z.boolean().meta({
    description: "false: some data of that moment is no longer known or is shown as it is now, see `reasons`",
  }),
  reasons: z.array(z.string()),
  as_now: z
    .array(z.string())
    .meta({ description: "Fields without a history, which are shown as they are now" }),
});

export type AsOf = z.output<typeof asOfSchema>;

const countSchema = z.int().min(0);

export const sinceCountsSchema = z.object({
  active_then: countSchema.meta({ description: "Memories that were active at the moment" }),
  active_now: countSchema.meta({ description: "Memories that are active now" }),
  ended: countSchema.meta({ description: "Of `active_then`, those that are not active now" }),
  ended_by: z.object({
    superseded: countSchema,
    invalid: countSchema,
    drifted: countSchema,
    expired: countSchema,
    quarantined: countSchema,
    deleted: countSchema,
    elsewhere: countSchema.meta({ description: "Active, but outside of the filters now" }),
  }),
  changed: countSchema,
  returned: countSchema,
  added: countSchema,
});

export type SinceCounts = z.output<typeof sinceCountsSchema>;

export const sinceMarkSchema = z.object({
  memory_id: idSchema,
  since: z.enum([...SINCE, "moved", "unchanged"]).meta({
    description: "moved: neither then nor now active, but its status changed",
  }),
  status: statusSchema.meta({ description: "Now" }),
  deleted: z.boolean().meta({ description: "Now" }),
  at: timeSchema.nullable().meta({ description: "When it got its present state; null: unchanged" }),
  reason: z.string().nullable(),
  fields: z.array(z.string()).meta({ description: "Fields that are different now" }),
});

export type SinceMark = z.output<typeof sinceMarkSchema>;

/** How a list of an earlier moment differs from now. */
export const listAsOfSchema = asOfSchema.extend({
  counts: sinceCountsSchema.meta({ description: "Counts for the filters, regardless of the status filter" }),
  marks: z.array(sinceMarkSchema).meta({ description: "What became of each memory of the page" }),
});

/** A memory at an earlier moment. */
export const memoryAsOfSchema = asOfSchema.extend({
  memory: memorySchema.nullable().meta({ description: "As it was; null when it did not exist" }),
  mark: sinceMarkSchema,
});
