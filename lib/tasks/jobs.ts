import { z } from "zod";
import { findOrganizationIds } from "@/lib/access";
import { defineJob } from "@/lib/jobs";
import { idSchema } from "@/lib/kernel/ids";
import { embedSolutions } from "./search/embed";

export const solutionEmbedJob = defineJob({
  name: "solution_embed",
  summary: "Embed patterns and failures that have no vector of the current embedder",
  schema: z.object({
    organization_id: idSchema.optional().meta({ description: "Default: every organization" }),
  }),
  retry: { limit: 3, delay_seconds: 30 },
  expire_seconds: 600,
  schedule: { cron: "*/10 * * * *", data: {}, at_start: true },
  handle: async ({ organization_id: only }, { db, ai: { embedder }, now, signal }) => {
    if (!embedder) return;
    for (const organization_id of only === undefined ? await findOrganizationIds(db) : [only])
      await embedSolutions(db, { organization_id, embedder, now, signal });
  },
});

export const jobs = [solutionEmbedJob];
