import { AiError, type Reranker } from "@/lib/ai";
import { log } from "@/lib/telemetry/log";
import { metrics } from "@/lib/telemetry/metrics";
import type { SearchItem } from "../contract";

/** The first so many are put in order again; what comes after keeps its place. */
export const RERANKED = 30;
/** Of each statement; rerankers read a few hundred words. */
const MAX_CHARACTERS = 2_000;

/**
 * What was found, its first by the reranker's judgement of statements, and why that could not be had, as `degraded`
 * tells it. Without a reranker, within a deadline that passes, or when it fails, the order stays as it is. Scores stay
 * those of the search. Never rejects.
 */
export async function rerankFound(found: {
  reranker: Reranker | null;
  query: string;
  /** The best first. */
  items: readonly SearchItem[];
}): Promise<{ items: SearchItem[]; degraded: string[] }> {
  const { reranker, query } = found;
  const items = [...found.items];
  if (reranker === null || items.length < 2) return { items, degraded: [] };
  const first = items.slice(0, RERANKED);
  const documents = first.map(({ memory }) => memory.statement.slice(0, MAX_CHARACTERS));
  const late = AbortSignal.timeout(reranker.deadline_ms);
  try {
    const order = await reranker.rerank({ query, documents, signal: late });
    const reordered = order.flatMap((index) => first[index] ?? []);
    return { items: [...reordered, ...items.slice(RERANKED)], degraded: [] };
  } catch (error) {
    metrics().degraded_total.inc({ part: "rerank" });
    if (late.aborted) return { items, degraded: ["rerank: deadline"] };
    const code = error instanceof AiError ? error.code : "failed";
    log().warn({ err: error, code }, "what a search found could not be reranked");
    return { items, degraded: ["rerank: failed"] };
  }
}
