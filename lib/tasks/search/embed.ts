import type { Embedder } from "@/lib/ai";
import type { Database } from "@/lib/db/client";
import { findUnembeddedSolutions, putSolutionVector, type Searched } from "@/lib/db/sql/solutions";

const AT_ONCE = 32;

/** Gives every pattern and failure of an organization its vector. Safe to repeat. @throws AiError. */
export async function embedSolutions(
  db: Database,
  {
    organization_id,
    embedder,
    now,
    signal,
  }: { organization_id: string; embedder: Embedder; now: () => Date; signal: AbortSignal },
): Promise<void> {
  for (const searched of ["solution_pattern", "failure"] as const satisfies readonly Searched[]) {
    let before = "";
    for (;;) {
      signal.throwIfAborted();
      const rows = await findUnembeddedSolutions(db, {
        organization_id,
        searched,
        embedder_id: embedder.id,
        limit: AT_ONCE,
      });
      const ids = rows.map(({ id }) => id).join();
      // The same again means that they cannot be kept now; the next run sees to them.
      if (rows.length === 0 || ids === before) break;
      before = ids;
      const vectors = await embedder.embed(
        rows.map(({ search_text }) => search_text),
        { signal },
      );
      for (const [index, { id, search_text }] of rows.entries()) {
        const vector = vectors[index];
        if (!vector) throw new Error(`${embedder.id} gave fewer vectors than texts`);
        await putSolutionVector(db, {
          organization_id,
          searched,
          id,
          embedder,
          vector,
          search_text,
          now: now(),
        });
      }
    }
  }
}
