import { z } from "zod";

export const actorRefSchema = z.object({
  kind: z.enum(["person", "agent", "job"]),
  id: z.string(),
  name: z.string(),
});
