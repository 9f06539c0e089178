import type { Embedder } from "@/lib/ai";
import type { Db } from "@/lib/db/client";
import { countEmbedded, findEmbeddingWork, findVectorIndex, findVectorModels } from "@/lib/db/sql/vectors";
import type { VectorStatus } from "./contract";

/** The job of the memories module that embeds what has no vector of the current embedder. */
export const EMBED_MISSING = "memory_embed_missing";

export async function vectorStatus(
  db: Db,
  { organization_id, embedder }: { organization_id: string; embedder: Embedder | null },
): Promise<VectorStatus> {
  const embedder_id = embedder?.id ?? null;
  const counts = await countEmbedded(db, { organization_id, embedder_id });
  const models = await findVectorModels(db, { organization_id });
  const work = await findEmbeddingWork(db, { organization_id, job: EMBED_MISSING });
  const index = embedder && (await findVectorIndex(db, embedder));
  return {
    embedder: embedder && { id: embedder.id, dimensions: embedder.dimensions },
    ...counts,
    working: work.open > 0,
    problem: work.open > 0 ? null : work.error,
    models: models.map((model) => ({ ...model, in_use: model.embedder_id === embedder_id })),
    index: { exists: index?.valid ?? false, bytes: index?.bytes ?? null },
  };
}
