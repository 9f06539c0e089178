import { z } from "zod";
import { buildVectorIndex, countVectors, findDatabaseFacts, findVectorIndex } from "@/lib/db/sql/upkeep";
import { defineJob } from "@/lib/jobs";
import { log } from "@/lib/telemetry/log";

/** From so many vectors on, a search that compares all of them is slower than an index. */
const INDEXED_FROM = 5_000;

export const vectorIndexJob = defineJob({
  name: "vector_index",
  summary: "Build the vector index of the current embedder, or build it anew when asked to",
  schema: z.object({ anew: z.boolean().default(false) }),
  retry: { limit: 2, delay_seconds: 60 },
  expire_seconds: 6 * 3_600,
  schedule: { cron: "40 * * * *", data: {} },
  handle: async ({ anew }, { db, ai: { embedder } }) => {
    if (!embedder) return;
    const index = await findVectorIndex(db, embedder);
    if (!anew && index?.valid) return;
    if (!anew && (await countVectors(db, { embedder_id: embedder.id })) < INDEXED_FROM) return;
    const { embedded } = await findDatabaseFacts(db);
    const started = performance.now();
    await buildVectorIndex(db, { embedder, embedded });
    log().info({ embedder: embedder.id, ms: Math.round(performance.now() - started) }, "vector index built");
  },
});

export const jobs = [vectorIndexJob];
