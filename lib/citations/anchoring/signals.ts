import { z } from "zod";
import { idSchema } from "@/lib/kernel/ids";

/** What citations say to modules after them, as the name and the data of a job that they define. */

/** A repository was registered, or has another name now: what waits for one of that name may find it. */
export const REPOSITORY_NAMED = {
  name: "memory_attach",
  schema: z.object({
    organization_id: idSchema.optional().meta({ description: "Default: every organization" }),
  }),
} as const;
