import { z } from "zod";
import { pathSchema, repositoryNameSchema } from "@/lib/citations/fields";
import { text } from "@/lib/kernel/text";

export const DISPOSITIONS = ["implement", "reject", "defer", "clarify"] as const;

export const dispositionSchema = z.enum(DISPOSITIONS, {
  error: `must be one of ${DISPOSITIONS.join(", ")}`,
});

export type Disposition = z.output<typeof dispositionSchema>;

export const VERDICTS = ["approved", "needs_fixes", "blocked"] as const;

export const verdictSchema = z.enum(VERDICTS);

export type Verdict = z.output<typeof verdictSchema>;

/** The list of an evaluation in which items of a disposition arrive. */
export const ITEM_LISTS = {
  items_to_implement: "implement",
  items_rejected: "reject",
  items_deferred: "defer",
  items_needing_clarification: "clarify",
} as const satisfies Record<string, Disposition>;

export type ItemList = keyof typeof ITEM_LISTS;

const isItemList = (name: string): name is ItemList => name in ITEM_LISTS;

/** The names of `ITEM_LISTS`, in the order in which findings are stored. */
export const itemLists: readonly ItemList[] = Object.keys(ITEM_LISTS).filter(isItemList);

export const ruleCategorySchema = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,59}$/,
    "must be lower-case letters, digits and underscores, at most 60, such as unused_code",
  )
  .meta({ description: "The rule a finding belongs to, such as unused_code, naming or error_handling" });

export const MAX_NAME = 200;

export const name = (what: string) => text({ max: MAX_NAME }).meta({ description: what });

export const developerSchema = name("Git author whose code was reviewed");

export const MAX_AGENT = 100;

export const agentSchema = text({ max: MAX_AGENT }).meta({
  description: "Name of the agent that reviewed, such as review-bot",
});

export const skillSchema = name("Name of the skill (SKILL.md) the agent reviewed with");

export const MAX_LINE = 10_000_000;

const leavesRepository = (path: string) =>
  path.startsWith("/") || /^[A-Za-z]:/.test(path) || path.split("/").includes("..");

export const filePathSchema = pathSchema
  .refine((path) => !path.includes("\\"), "must have / between folders, not \\")
  .refine((path) => !leavesRepository(path), "must be a path from the root of the repository, without ..");

export const whoFilters = {
  repository: repositoryNameSchema.optional().meta({ description: "A registered repository, owner/name" }),
  skill: skillSchema.optional(),
  agent: agentSchema.optional(),
  developer: developerSchema.optional(),
};

export const filePatternFilter = {
  file_pattern: text({ max: 200 }).optional().meta({ description: "Exactly this glob, as findings have it" }),
};
