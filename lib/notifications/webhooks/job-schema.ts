import { z } from "zod";
import { idSchema } from "@/lib/kernel/ids";

/** The job that sends one message, as what wakes it names it. */
export const WEBHOOK_DELIVER = {
  name: "webhook_deliver",
  schema: z.object({ organization_id: idSchema, delivery_id: idSchema }),
};
