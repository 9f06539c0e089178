import { z } from "zod";
import { findOrganizationIds, recordWork } from "@/lib/access";
import { defineJob, oneOrEveryOrganization } from "@/lib/jobs";
import { sweepPatterns } from "./patterns/sweep";
import { embedSolutions } from "./search/embed";

export const solutionEmbedJob = defineJob({
  name: "solution_embed",
  summary: "Embed patterns and failures that have no vector of the current embedder",
  schema: oneOrEveryOrganization,
  retry: { limit: 3, delay_seconds: 30 },
  expire_seconds: 600,
  schedule: { cron: "*/10 * * * *", data: {}, at_start: true },
  handle: async ({ organization_id: only }, { db, ai: { embedder }, now, signal }) => {
    if (!embedder) return;
    for (const organization_id of await findOrganizationIds(db, only))
      await embedSolutions(db, { organization_id, embedder, now, signal });
  },
});

const CHECK = "pattern_check";

export const patternCheckJob = defineJob({
  name: CHECK,
  summary:
    "Check the lines that solution patterns came from; patterns whose lines changed are no longer found by searches",
  schema: z.object({}),
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 3_600,
  schedule: { cron: "25 3 * * *", data: {} },
  handle: async (_, { db, now, signal }) => {
    for (const organization_id of await findOrganizationIds(db)) {
      const { drifted, restored } = await sweepPatterns(db, { organization_id, now: now(), signal });
      if (drifted + restored > 0)
        await recordWork(db, { organization_id, job: CHECK, detail: { drifted, restored }, now: now() });
    }
  },
});

export const jobs = [solutionEmbedJob, patternCheckJob];
