import { z } from "zod";
import { idSchema } from "@/lib/kernel/ids";

/** The job that reads one log, by what it is woken with. */
export const EXTRACT_DAY = {
  name: "conversation_extract",
  schema: z.object({ organization_id: idSchema, day_id: idSchema }),
};
