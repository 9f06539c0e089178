import { z } from "zod";
import { idSchema } from "@/lib/kernel/ids";

/** The job that closes the pull request of a superseded delivery, by what it is woken with. */
export const PULL_REQUEST_CLOSE = {
  name: "pull_request_close",
  schema: z.object({ organization_id: idSchema, delivery_id: idSchema }),
};
