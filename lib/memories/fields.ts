import { z } from "zod";
import { idSchema } from "@/lib/kernel/ids";
import { text } from "@/lib/kernel/text";
import { MEMORY_KINDS } from "./kinds";

export const MEMORY_SCOPES = ["global", "repository", "agent", "session"] as const;

export type MemoryScope = (typeof MEMORY_SCOPES)[number];

/** What a memory is kept for whose repository nobody knows; no repository can have this name. */
export const UNKNOWN_REPOSITORY = "(unknown)";

export const MEMORY_STATUSES = [
  "active",
  "drifted",
  "quarantined",
  "superseded",
  "invalid",
  "expired",
] as const;

export type MemoryStatus = (typeof MEMORY_STATUSES)[number];

export const SOURCE_KINDS = ["api", "session", "review", "finding", "conversation", "import"] as const;

export const kindSchema = z.enum(MEMORY_KINDS);

export const scopeSchema = z.enum(MEMORY_SCOPES).meta({
  description: "How far it reaches: global (the organization), repository, agent (one named agent), session",
});

export const statusSchema = z.enum(MEMORY_STATUSES);

export const agentNameSchema = text({ max: 100 });

export const sessionIdSchema = text({ max: 200 });

export const categorySchema = text({ max: 100 });

export const tagSchema = text({ max: 60 });

export const tagsSchema = z.array(tagSchema).max(30, "must be at most 30 tags");

export const statementSchema = text({ max: 8_000 });

export const reasonSchema = text({ max: 2_000 });

export const repositoryRefSchema = text({ max: 200 }).meta({
  description: "owner/name of a repository, or its id",
});

export const repoSchema = repositoryRefSchema.optional().meta({ description: "Another name for repository" });

/** What is no path of a repository: nothing is ever cited there, and an agent that asks so would learn that nothing is known. */
const NOT_OF_A_REPOSITORY = /^\/|^[a-z]:|\\|\/\/|(?:^|\/)\.\.?(?:\/|$)/i;

export const pathSchema = text({ max: 1_000 })
  .overwrite((path) => path.replace(/^(?:\.\/)+(?=.)/, ""))
  .refine(
    (path) => !NOT_OF_A_REPOSITORY.test(path),
    "must be given from the root of the repository, with / between folders, such as src/index.ts",
  )
  .meta({ description: "A cited file, or a folder and everything below it; renames are followed" });

export const sourceSchema = z.strictObject({
  kind: z.enum(SOURCE_KINDS),
  id: text({ max: 200 }).nullable().default(null),
});

/** How many there are of a value. */
export const valueCountSchema = z.object({ value: z.string(), count: z.int() });

/** A memory that was left as it was, with the reason. */
export const refusedMemorySchema = z.object({ memory_id: idSchema, detail: z.string() });
