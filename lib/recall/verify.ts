import { checkCitations } from "@/lib/citations";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/errors";
import { verdictOf } from "@/lib/memories";
import type { Memory } from "@/lib/memories/contract";

/** What is known of a cited memory's code at the ref that is asked for. */
export type Usable = "verified" | "failed" | "unchecked";

/**
 * Whether what these memories cite still stands at `ref`, within `budget_ms`: what is not known by then is `unchecked`.
 * Memories that cite nothing are left out. Never rejects, but for a ref that a repository does not have.
 */
export async function verifyInTime(
  db: Database,
  given: {
    organization_id: string;
    memories: readonly Memory[];
    ref?: string | undefined;
    budget_ms: number;
  },
): Promise<Map<string, Usable>> {
  const { organization_id, memories, ref, budget_ms } = given;
  const cited = memories.filter(({ citations }) => citations.length > 0);
  const states = new Map<string, Usable>(cited.map(({ id }) => [id, "unchecked"]));
  if (cited.length === 0) return states;
  const repository_ids = new Set(cited.flatMap(({ citations }) => citations.map((one) => one.repository.id)));
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), budget_ms);
  try {
    const results = await Promise.race([
      Promise.all(
        [...repository_ids].map((repository_id) =>
          checkCitations(db, {
            ...{ organization_id, repository_id, signal: controller.signal },
            memory_ids: cited.map(({ id }) => id),
            ...(ref === undefined ? {} : { ref }),
          }),
        ),
      ),
      new Promise<null>((resolve) => controller.signal.addEventListener("abort", () => resolve(null))),
    ]);
    if (!results) return states;
    for (const { id } of cited) {
      const own = results.flatMap(({ results: checked }) => checked.filter((one) => one.memory_id === id));
      const verdict = verdictOf(own.map(({ status }) => status));
      if (verdict === "valid") states.set(id, "verified");
      else if (verdict === "drifted" || verdict === "missing") states.set(id, "failed");
    }
    return states;
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid_input") throw error;
    return states;
  } finally {
    clearTimeout(timer);
  }
}
