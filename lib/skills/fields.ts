import { z } from "zod";
import { idSchema } from "@/lib/kernel/ids";
import { text } from "@/lib/kernel/text";

/** Folders in which skills are looked for, at any depth below them. */
export const SKILL_FOLDERS = [".claude/skills", ".github/skills", ".agents/skills"] as const;

/** The largest SKILL.md that is accepted: about three times what agentskills.io recommends. */
export const MAX_SKILL_BYTES = 65_536;

export const DELIVERY_MODES = ["working_copy", "branch", "pull_request", "none"] as const;

export const deliveryModeSchema = z.enum(DELIVERY_MODES).meta({
  description:
    "working_copy: versions are written into the repository's folder; branch: committed on a branch of the repository " +
    "on this server; pull_request: proposed at GitHub; none: agents fetch them here",
});

export type DeliveryMode = z.output<typeof deliveryModeSchema>;

export const DELIVERY_STATUSES = [
  "pending",
  "open",
  "delivered",
  "conflict",
  "failed",
  "closed",
  "superseded",
] as const;

export const deliveryStatusSchema = z.enum(DELIVERY_STATUSES).meta({
  description:
    "open: on its branch or in its pull request, not merged yet; conflict: the file was changed meanwhile and was not " +
    "overwritten; closed: the pull request was closed without merging; superseded: a later version or a resolution replaced " +
    "place",
});

export type DeliveryStatus = z.output<typeof deliveryStatusSchema>;

/** What a person must look at: the file does not hold the approved text, and nothing will change that by itself. */
export const UNRESOLVED_DELIVERIES = [
  "conflict",
  "failed",
  "closed",
] as const satisfies readonly DeliveryStatus[];

export const skillRefSchema = z.object({ id: idSchema, name: z.string(), path: z.string() });

export const lineSchema = z.int().meta({ description: "Counted from 1" });

export const sectionSchema = z.object({
  title: z.string().meta({ description: "The heading's text" }),
  depth: z.int().meta({ description: "1–6" }),
  line_start: lineSchema,
  line_end: lineSchema,
  editable: z.boolean().meta({ description: "false when another section has the same title" }),
});

export type Section = z.output<typeof sectionSchema>;

/** Characters a hunk's text may have. */
export const MAX_HUNK_TEXT = 20_000;

export const proposalVersionSchema = z
  .int32()
  .meta({ description: "Version of the proposal you read; refused if it has changed since" });

export const feedbackSchema = text({ max: 4000 });
