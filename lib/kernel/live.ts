import { z } from "zod";
import { TAGS, type Tag } from "./contract";

/** What an open page learns of a change: what to read again and, of what waits for people, who changed which records. */
export const liveChangeSchema = z.object({
  id: z.string(),
  tags: z.array(z.enum(TAGS)),
  subject_ids: z.array(z.string()),
  actor: z.object({ kind: z.enum(["person", "agent", "job"]), id: z.string(), name: z.string() }).nullable(),
});

export type LiveChange = Omit<z.output<typeof liveChangeSchema>, "tags"> & { tags: readonly Tag[] };
