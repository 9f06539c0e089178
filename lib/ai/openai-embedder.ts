import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Embedder } from "./embedder";
import { AiError } from "./errors";
import { type Endpoint, type EndpointSettings, openEndpoint } from "./openai-client";
import { PREPROCESSING, prepareText } from "./text";

export type OpenAiEmbedderOptions = Endpoint & {
  /** Length of the model's vectors, checked on every answer. */
  dimensions: number;
  /**
   * Whether the request asks for that length. Models of the text-embedding-3 family can shorten their vectors, and most
   * others refuse the parameter; so it is sent to that family unless said otherwise.
   */
  send_dimensions?: boolean;
  /** Characters sent of each text. The default stays under OpenAI's 8,192 tokens in every script. */
  max_characters?: number;
};

const SETTINGS = {
  base_url: "EMBEDDING_BASE_URL",
  api_key: "EMBEDDING_API_KEY",
  model: "EMBEDDING_MODEL",
  dimensions: "EMBEDDING_DIMENSIONS",
} as const satisfies EndpointSettings & { dimensions: string };

const MAX_TEXTS_PER_REQUEST = 100;
// OpenAI takes 300,000 tokens in one request; a character is seldom more than a token.
const MAX_CHARACTERS_PER_REQUEST = 200_000;
const CACHE_BYTES = 32 * 1024 * 1024;
const CACHE_MS = 60 * 60 * 1000;

const Answer = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()) })),
});

/**
 * An embedder behind any OpenAI-compatible `/embeddings` endpoint. Vectors are cached for an hour; texts are truncated,
 * deduplicated and sent in batches, one request at a time.
 *
 * Floats are always asked for: the client's default is base64, and of a server that ignores that it makes empty vectors
 * without a word. Length, finiteness and order of every answer are checked.
 * @throws AiError `misconfigured` when a setting is missing or malformed.
 */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { model, dimensions, max_characters = 8000 } = options;
  const { openai, host, request } = openEndpoint(options, SETTINGS);
  if (!Number.isInteger(dimensions) || dimensions < 1) {
    throw new AiError("misconfigured", `${SETTINGS.dimensions} must be a positive whole number.`);
  }
  const { send_dimensions = model.startsWith("text-embedding-3") } = options;
  const cache = new LRUCache<string, Float32Array>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (vector) => vector.byteLength,
    ttl: CACHE_MS,
  });
  const closing = new AbortController();

  async function fetchBatch(input: string[], signal: AbortSignal): Promise<Float32Array[]> {
    const response: unknown = await request(signal, (signal) =>
      openai.embeddings.create(
        { model, input, encoding_format: "float", ...(send_dimensions && { dimensions }) },
        { signal },
      ),
    );
    const answer = Answer.safeParse(response);
    if (!answer.success) {
      throw invalid(
        `${host} answered without a list of embeddings; check ${SETTINGS.base_url}.`,
        answer.error,
      );
    }
    const vectors: Float32Array[] = [];
    for (const { index, embedding } of answer.data.data) vectors[index] = toVector(embedding);
    if (answer.data.data.length !== input.length || Object.keys(vectors).length !== input.length) {
      throw invalid(`${host} did not answer with one vector for each of ${input.length} texts.`);
    }
    return vectors;
  }

  function toVector(embedding: number[]): Float32Array {
    if (embedding.length !== dimensions) {
      throw invalid(
        `${model} answered with vectors of ${embedding.length} dimensions, not ${dimensions}; check ${SETTINGS.dimensions}.`,
      );
    }
    const vector = Float32Array.from(embedding);
    if (!vector.every(Number.isFinite) || vector.every((component) => component === 0)) {
      throw invalid(`${model} answered with a vector that is zero or not finite.`);
    }
    return vector;
  }

  return {
    id: `openai:${host}/${model}@${dimensions}/${PREPROCESSING}`,
    dimensions,
    max_characters,

    async embed(texts, options = {}) {
      options.signal?.throwIfAborted();
      const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal;
      signal.throwIfAborted();

      const prepared = texts.map((text) => prepareText(text, max_characters));
      // Kept apart from the cache, which may evict a vector before the last batch is here.
      const found = new Map<string, Float32Array>();
      const missing: string[] = [];
      for (const text of new Set(prepared)) {
        const cached = cache.get(cacheKey(text));
        if (cached) found.set(text, cached);
        else missing.push(text);
      }
      for (const batch of batches(missing)) {
        const vectors = await fetchBatch(batch, signal);
        for (const [index, text] of batch.entries()) {
          const vector = vectors[index];
          if (!vector) throw invalid(`${host} left out a vector.`);
          found.set(text, vector);
          cache.set(cacheKey(text), vector);
        }
      }
      return prepared.flatMap((text) => found.get(text)?.slice() ?? []);
    },

    async close() {
      closing.abort(new AiError("unavailable", `The embedder of ${host} is closed.`));
      cache.clear();
    },
  };
}

function* batches(texts: string[]): Generator<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const text of texts) {
    const full =
      batch.length === MAX_TEXTS_PER_REQUEST || characters + text.length > MAX_CHARACTERS_PER_REQUEST;
    if (full && batch.length > 0) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(text);
    characters += text.length;
  }
  if (batch.length > 0) yield batch;
}

function cacheKey(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

function invalid(message: string, cause?: unknown): AiError {
  return new AiError("invalid_response", message, { cause });
}
