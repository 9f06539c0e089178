import { AiError } from "./errors";

/** Turns texts into vectors whose cosine tells how near they are in meaning. */
export type Embedder = {
  /**
   * Names the model, its dimensions and the preprocessing, e.g. `minilm-l6-v2@384/split2/128`. It is stored with every
   * vector; vectors of different ids are never compared.
   */
  id: string;
  /** Length of every vector. */
  dimensions: number;
  /** How many characters (UTF-16 code units) of a text are looked at; what follows is ignored, not refused. */
  max_characters: number;
  /** What computes the vectors, of several that could: `onnxruntime` or `wasm`; null until the model is loaded. */
  engine?(): string | null;
  /**
   * One vector per text, in the order of the texts, finite and never all zero; the caller owns them. Takes raw texts:
   * `prepareText` is applied within. All or nothing: one failure rejects the call.
   * @throws AiError, or the signal's reason once it aborts.
   */
  embed(texts: string[], options?: { signal?: AbortSignal }): Promise<Float32Array[]>;
  /** Releases the model. What still waits is rejected as `unavailable`, and so is every later call. */
  close(): Promise<void>;
};

/**
 * A query's vector, or why there is none: `no_model` is configured, the `deadline` passed, or embedding `failed` (the
 * error is for the log). Search then answers from text alone, and says so.
 */
export type QueryVector =
  | { vector: Float32Array; reason: null; error: null }
  | { vector: null; reason: "no_model" | "deadline"; error: null }
  | { vector: null; reason: "failed"; error: AiError };

/**
 * Embeds a search query without ever holding the search up: resolves within `deadline_ms` (milliseconds) and never
 * rejects. Work that has begun when the deadline passes still warms the model or its cache.
 */
export async function embedQuery(
  embedder: Embedder | null,
  text: string,
  deadline_ms = 1500,
): Promise<QueryVector> {
  if (!embedder) return { vector: null, reason: "no_model", error: null };

  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<QueryVector>((resolve) => {
    timer = setTimeout(() => {
      resolve({ vector: null, reason: "deadline", error: null });
      controller.abort();
    }, deadline_ms);
  });
  const answer = embedder.embed([text], { signal: controller.signal }).then(
    ([vector]): QueryVector => {
      if (vector) return { vector, reason: null, error: null };
      return failed("no vector");
    },
    (error: unknown): QueryVector => failed(error),
  );
  // An embedder may ignore the signal, so the race decides, not the abort.
  return Promise.race([answer, deadline]).finally(() => clearTimeout(timer));
}

function failed(error: unknown): QueryVector {
  const known =
    error instanceof AiError ? error : new AiError("unavailable", "The embedder failed.", { cause: error });
  return { vector: null, reason: "failed", error: known };
}
