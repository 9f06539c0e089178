import type { Embedder } from "@/lib/ai";
import type { Database } from "@/lib/db/client";
import { analyzeGrown } from "@/lib/db/sql/planner-statistics";
import { findUnembedded, putEmbedding, searchSimilar } from "@/lib/db/sql/search";
import * as memoryQueries from "../memory/queries";
import * as nearDuplicateQueries from "../search/near-duplicate-queries";
import { documentOf } from "./prepare";

/** Texts given to the embedder at once. */
export const EMBEDDED_AT_ONCE = 32;

/**
 * The cosines from which two memories of one kind are suspected to say the same, and from which they are merged without
 * being asked when their words allow it, per embedder; none is suspected with an embedder that was not measured.
 * Measured for each id with `npm run bench -- --only duplicates`: of 24 pairs in other words 14 are suspected and 8 merged, of 24
 * near ones that say something else 2 are suspected and none is merged.
 */
const SAME_FROM: Record<string, { suspect: number; merge: number }> = {
  "minilm-l6-v2@384/split2/128": { suspect: 0.9, merge: 0.92 },
};
const NEAR_DUPLICATES = 5;

/** From which cosine memories are merged without being asked; null for an embedder that was not measured. */
export const mergeFrom = (embedder_id: string | null): number | null => {
  if (embedder_id === null) return null;
  return SAME_FROM[embedder_id]?.merge ?? null;
};

type Given = { organization_id: string; embedder: Embedder; now: () => Date; signal?: AbortSignal };

/**
 * Gives memories their vectors and links those that nearly repeat another. Safe to repeat; a memory that changes
 * meanwhile is left to the job of that change.
 * @throws AiError when the embedder fails; what was embedded before stays.
 */
export async function embedMemories(db: Database, params: Given & { ids: readonly string[] }): Promise<void> {
  const { organization_id, embedder, now, signal } = params;
  const documents = await memoryQueries.findDocuments(db, { organization_id, ids: params.ids });
  for (let start = 0; start < documents.length; start += EMBEDDED_AT_ONCE) {
    signal?.throwIfAborted();
    const batch = documents.slice(start, start + EMBEDDED_AT_ONCE);
    const vectors = await embedder.embed(batch.map(documentOf), signal ? { signal } : {});
    for (const [index, document] of batch.entries()) {
      const vector = vectors[index];
      if (!vector) throw new Error(`${embedder.id} gave fewer vectors than texts`);
      const { id: memory_id, search_text } = document;
      const kept = await putEmbedding(db, {
        organization_id,
        memory_id,
        embedder,
        vector,
        search_text,
        now: now(),
      });
      if (kept) await linkNearDuplicates(db, { ...params, document });
    }
  }
}

async function linkNearDuplicates(
  db: Database,
  {
    organization_id,
    embedder,
    now,
    document,
  }: Given & { document: Awaited<ReturnType<typeof memoryQueries.findDocuments>>[number] },
): Promise<void> {
  const threshold = SAME_FROM[embedder.id]?.suspect;
  if (threshold === undefined) return;
  const similar = await searchSimilar(db, {
    where: {
      organization_id,
      visible_repository_ids: null,
      asking_agent: null,
      deleted: false,
      kind: [document.kind],
      scope: [document.scope],
      status: ["active", "drifted"],
      ...(document.scope === "repository" &&
        document.repository_id !== null && { repository_id: document.repository_id }),
    },
    embedder,
    memory_id: document.id,
    limit: NEAR_DUPLICATES,
  });
  const others = similar.filter(({ similarity }) => similarity >= threshold);
  await nearDuplicateQueries.setNearDuplicates(db, {
    organization_id,
    memory_id: document.id,
    others,
    now: now(),
  });
}

const MISSING_AT_ONCE = 100;

/** Embeds everything of an organization that has no vector of this embedder, newest first, until none is left. */
export async function embedMissing(db: Database, params: Given): Promise<void> {
  const { organization_id, embedder, signal } = params;
  let before: string[] = [];
  for (;;) {
    signal?.throwIfAborted();
    const ids = await findUnembedded(db, {
      organization_id,
      embedder_id: embedder.id,
      limit: MISSING_AT_ONCE,
    });
    // The same again means that they cannot be kept now; the next run sees to them.
    if (ids.length === 0 || ids.join() === before.join()) {
      if (before.length === MISSING_AT_ONCE) await analyzeGrown(db);
      return;
    }
    await embedMemories(db, { ...params, ids });
    before = ids;
  }
}
