import { z } from "zod";
import { idSchema } from "@/lib/kernel/ids";
import { text } from "@/lib/kernel/text";

export const sessionIdSchema = text({ max: 200, blank: true }).meta({
  description: "The client's own id of the run",
});

export const refSchema = text({ max: 200, blank: true }).meta({
  description: "Branch, tag or commit the agent works on",
});

export const agentFileSchema = text({ max: 1_000, blank: true }).meta({
  description: "The agent's definition file, such as architect.md; gives its type",
});

export const TASK = "What the agent is, or was, to do";

export const taskSchema = text({ max: 100_000, blank: true }).meta({ description: TASK });

// A newer client must not lose its memory: hooks ignore fields that they do not know.
export const hookInput = <S extends z.ZodRawShape>(shape: S) => z.object(shape);

export const metadataSchema = z.object({
  memories_loaded: z.int(),
  agent_type: z.string().nullable(),
  recall_id: idSchema.nullable(),
});

export const sessionReportSchema = z.object({
  memories_used: z.int().meta({ description: "Different memories served in its recalls" }),
  memories_stored: z.int().meta({ description: "New memories learned in it" }),
  memories_observed: z.int().meta({ description: "Learned again: already stored before" }),
  high_quality: z.int().meta({ description: "Learned memories with a quality of 0.7 or more" }),
  global: z.int().meta({ description: "Learned memories that reach the whole organization" }),
  agents_with_memory: z.array(z.string()).meta({ description: "Agent types that were served something" }),
  recalls: z.int(),
  merged: z.int().default(0).meta({ description: "Memories merged into one that says the same" }),
  promoted: z.int().default(0).meta({ description: "Session memories kept after it ended" }),
  ended: z.int().default(0).meta({ description: "Session memories that ended with it" }),
  conflicts: z.int().default(0).meta({ description: "Contradictions found through its learnings" }),
});

export type SessionReport = z.output<typeof sessionReportSchema>;
