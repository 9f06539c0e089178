import { z } from "zod";
import { agentTypeSchema } from "@/lib/access/agents/agent-type-schema";
import { globsSchema } from "@/lib/kernel/glob-schema";

/** Kinds of change that a memory may apply to; `lib/memories/triggers/changes.ts` says how each is recognized. */
export const CHANGE_KINDS = [
  "add_file",
  "dependency",
  "migration",
  "schema",
  "test",
  "docs",
  "ci",
  "config",
  "i18n",
  "api",
  "release",
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

const unique = <T>(values: T[]): T[] => [...new Set(values)];

const appliesToShape = {
  globs: globsSchema.transform(unique).default([]).meta({
    description:
      "Changed files it applies to, from the repository's root: *, **, ? and {a,b} are wildcards, all else is literal",
  }),
  changes: z.array(z.enum(CHANGE_KINDS)).max(50).transform(unique).default([]).meta({
    description: "Kinds of change it applies to, such as dependency or migration",
  }),
  roles: z.array(agentTypeSchema).max(20, "must be at most 20 roles").transform(unique).default([]).meta({
    description: "Agent types it applies to. Default: all",
  }),
};

/** When a memory applies, as a caller states it: to changed files, to kinds of change, for agent types. */
export const appliesToInputSchema = z.strictObject(appliesToShape);

export type AppliesToInput = z.output<typeof appliesToInputSchema>;

export const appliesToSchema = z.object({
  globs: z.array(z.string()),
  changes: z.array(z.enum(CHANGE_KINDS)),
  roles: z.array(z.string()),
  origin: z.enum(["inferred", "stated"]).meta({
    description:
      "inferred: read from its citations and text when it was stored; stated: by a caller or a person",
  }),
});

export type AppliesTo = z.output<typeof appliesToSchema>;
