import { z } from "zod";
import { findOrganizationIds, recordWork } from "@/lib/access";
import { defineJob, enqueue } from "@/lib/jobs";
import { idSchema } from "@/lib/kernel/ids";
import { anchorSupports } from "../supports/anchor";
import * as supportQueries from "../supports/queries";
import { inferCitations } from "./infer";
import { listRepositoriesWithUnread } from "./queries";

export const memoryCiteMentionsJob = defineJob({
  name: "memory_cite_mentions",
  summary: "Cite the places that new memories mention in their text, and find the definitions they depend on",
  schema: z.object({ organization_id: idSchema, repository_id: idSchema }),
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 600,
  handle: async (data, { db, now, signal }) => {
    const { organization_id, repository_id } = data;
    const citations = await inferCitations(db, { ...data, now, signal });
    if (citations > 0)
      await recordWork(db, {
        organization_id,
        job: memoryCiteMentionsJob.name,
        subject_id: repository_id,
        detail: { citations_added: citations },
        now: now(),
      });
    await anchorSupports(db, { ...data, now, signal });
  },
});

export const memoryCiteMentionsAllJob = defineJob({
  name: "memory_cite_mentions_all",
  summary: "Search memories for mentions of code that were not searched yet, as after an upgrade",
  schema: z.object({}),
  retry: { limit: 0, delay_seconds: 60 },
  expire_seconds: 300,
  schedule: { cron: "40 * * * *", data: {}, at_start: true },
  handle: async (_, { db }) => {
    for (const organization_id of await findOrganizationIds(db)) {
      const unread = await listRepositoriesWithUnread(db, { organization_id });
      const unsupported = await supportQueries.listRepositoriesWithUnread(db, { organization_id });
      for (const repository_id of new Set([...unread, ...unsupported]))
        await enqueue(db, memoryCiteMentionsJob, { organization_id, repository_id }, { key: repository_id });
    }
  },
});
