import { z } from "zod";
import type { ReviewImport } from "../../contract";

export type ImportKind = ReviewImport["kind"];

/** What the evaluations made from an import's items have in common; empty when the items are evaluations. */
export const importDetailsSchema = z.object({
  workflow_id: z.string().optional(),
  summary: z.string().optional(),
  agent: z.string().optional(),
  skill: z.string().optional(),
  developer: z.string().optional(),
  reviewed_at: z.string().optional(),
  /** Whether its submitter may store for the whole organization; left out: only people may. */
  may_store_globally: z.boolean().optional(),
});
export type ImportDetails = z.output<typeof importDetailsSchema>;
