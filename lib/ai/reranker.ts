import { z } from "zod";
import { AiError } from "./errors";
import { type Endpoint, type EndpointSettings, openEndpoint } from "./openai-client";

/** Says how well documents answer a query, looking at both together: slower than vectors, and surer. */
export type Reranker = {
  /** Names the server and the model. */
  id: string;
  /** Milliseconds that an answer may take before the order without it stands. */
  deadline_ms: number;
  /**
   * The indexes of the documents, the most relevant first, each once.
   * @throws AiError, or the signal's reason once it aborts.
   */
  rerank(question: { query: string; documents: readonly string[]; signal?: AbortSignal }): Promise<number[]>;
};

export type RerankerOptions = Endpoint & { deadline_ms: number };

const SETTINGS = {
  base_url: "RERANK_BASE_URL",
  api_key: "RERANK_API_KEY",
  model: "RERANK_MODEL",
} as const satisfies EndpointSettings;

const answerSchema = z.object({
  results: z.array(z.object({ index: z.int().nonnegative(), relevance_score: z.number() })),
});

/**
 * A reranker behind a `/rerank` endpoint as Cohere (v2), Jina and vLLM speak it: `{ model, query, documents, top_n }` is
 * answered by `{ results: [{ index, relevance_score }] }`. Every document must be answered once, by a finite score.
 * @throws AiError `misconfigured` when a setting is missing or malformed.
 */
export function createReranker(options: RerankerOptions): Reranker {
  const { model, deadline_ms } = options;
  const { openai, host, request } = openEndpoint(options, SETTINGS);
  return {
    id: `rerank:${host}/${model}`,
    deadline_ms,
    async rerank({ query, documents, signal }) {
      if (documents.length === 0) return [];
      const body = { model, query, documents, top_n: documents.length };
      const answer: unknown = await request(signal, (signal) =>
        openai.post<unknown>("/rerank", { body, signal, maxRetries: 0 }),
      );
      return orderIn(answer, { host, count: documents.length });
    },
  };
}

function orderIn(answer: unknown, { host, count }: { host: string; count: number }): number[] {
  const read = answerSchema.safeParse(answer);
  if (!read.success)
    throw invalid(`${host} answered without a list of results; check ${SETTINGS.base_url}.`, read.error);
  const { results } = read.data;
  const indexes = new Set(results.map(({ index }) => index));
  if (results.length !== count || indexes.size !== count || Math.max(...indexes) >= count)
    throw invalid(`${host} did not answer with one score for each of ${count} documents.`);
  return results
    .toSorted((a, b) => b.relevance_score - a.relevance_score || a.index - b.index)
    .map(({ index }) => index);
}

function invalid(message: string, cause?: unknown): AiError {
  return new AiError("invalid_response", message, { cause });
}
