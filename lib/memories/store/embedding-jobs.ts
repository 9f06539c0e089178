import { z } from "zod";
import { findOrganizationIds } from "@/lib/access";
import { defineJob, type JobContext, oneOrEveryOrganization } from "@/lib/jobs";
import { idSchema } from "@/lib/kernel/ids";
import { EMBEDDED_AT_ONCE, embedMemories, embedMissing } from "./embedding";

async function embedDelivered(
  deliveries: readonly { organization_id: string; memory_id: string }[],
  { db, ai: { embedder }, now, signal }: JobContext,
): Promise<void> {
  if (!embedder) return;
  for (const organization_id of new Set(deliveries.map((delivery) => delivery.organization_id))) {
    const ids = deliveries
      .filter((delivery) => delivery.organization_id === organization_id)
      .map((delivery) => delivery.memory_id);
    await embedMemories(db, { organization_id, ids, embedder, now, signal });
  }
}

export const memoryEmbedJob = defineJob({
  name: "memory_embed",
  summary: "Embed one memory and link its near-duplicates",
  schema: z.object({ organization_id: idSchema, memory_id: idSchema }),
  retry: { limit: 5, delay_seconds: 10 },
  expire_seconds: 60,
  batch: { size: EMBEDDED_AT_ONCE, handle: embedDelivered },
  handle: (delivery, context) => embedDelivered([delivery], context),
});

export const memoryEmbedMissingJob = defineJob({
  name: "memory_embed_missing",
  summary: "Embed every memory that has no vector of the current embedder",
  schema: oneOrEveryOrganization,
  retry: { limit: 3, delay_seconds: 30 },
  expire_seconds: 3_600,
  schedule: { cron: "*/5 * * * *", data: {}, at_start: true },
  handle: async ({ organization_id: only }, { db, ai: { embedder }, now, signal }) => {
    if (!embedder) return;
    for (const organization_id of await findOrganizationIds(db, only))
      await embedMissing(db, { organization_id, embedder, now, signal });
  },
});

/** Beyond so many, one job embeds them all. */
const JOBS_A_BATCH = 1;

/** The jobs that embed these memories, with their keys. */
export function embeddingJobs({ organization_id, ids }: { organization_id: string; ids: readonly string[] }) {
  if (ids.length > JOBS_A_BATCH)
    return [{ job: memoryEmbedMissingJob, data: { organization_id }, key: organization_id }];
  return ids.map((memory_id) => ({
    job: memoryEmbedJob,
    data: { organization_id, memory_id },
    key: memory_id,
  }));
}
