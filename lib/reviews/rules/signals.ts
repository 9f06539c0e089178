import { z } from "zod";
import { idSchema } from "@/lib/kernel/ids";

/**
 * What the reviews module says to modules after it, as the name and the data of a job that they define: a row of the same
 * transaction as the change it speaks of.
 */

/** Rejected findings were stored or filed again, so a rule may have crossed the threshold for a proposal. */
export const EVIDENCE_GREW = {
  name: "proposal_consider",
  schema: z.object({ organization_id: idSchema }),
} as const;

/** Seconds between the signal and the work, in which the other evaluations of an import add themselves to it. */
export const EVIDENCE_SETTLES_SECONDS = 10;
