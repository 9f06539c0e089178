import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { timeSchema } from "@/lib/kernel/time";

/** Looks at the overview that lie closer together than this are one visit. */
export const VISIT_GAP_MS = 3_600_000;

export const visitGet = defineContract({
  name: "visit_get",
  module: "access",
  summary: "When your last visit was; this request counts as a visit",
  effect: "read",
  reads: ["members"],
  permission: "organization:read",
  reach: "self",
  people_only: true,
  http: { method: "GET", path: "/visit", status: 200 },
  input: z.strictObject({}),
  output: z.object({
    before: timeSchema.nullable().meta({ description: "null: this is the first visit" }),
  }),
});
