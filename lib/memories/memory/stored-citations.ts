import { z } from "zod";
import { toFacts, toStatus } from "@/lib/citations";
import { standsAtSchema } from "@/lib/citations/contract";

/** Of citations, as the database has them, what a verdict is made of. */
export const storedCitations = z.array(
  z.object({
    status: z.string().transform(toStatus),
    confidence: z.number().nullable(),
    facts: z.array(z.string()).transform(toFacts),
    stands_at: standsAtSchema.nullable().catch(null),
    inferred: z.boolean(),
  }),
);
