import { describe, expect, test } from "vitest";
import { type Embedder, embedQuery } from "./embedder";
import { AiError } from "./errors";

function embedder(embed: Embedder["embed"]): Embedder {
  return { id: "test@2", dimensions: 2, max_characters: 100, embed, close: async () => {} };
}

describe("embedQuery", () => {
  test("answers the vector of the query", async () => {
    const vector = Float32Array.of(1, 0);
    expect(
      await embedQuery(
        embedder(async () => [vector]),
        "query",
      ),
    ).toEqual({
      vector,
      reason: null,
      error: null,
    });
  });

  test("answers no_model when none is configured", async () => {
    expect(await embedQuery(null, "query")).toEqual({ vector: null, reason: "no_model", error: null });
  });

  test("answers deadline when it passes, even if the embedder never does, and aborts it", async () => {
    let signal: AbortSignal | undefined;
    const stuck = embedder((_, options) => {
      signal = options?.signal;
      return new Promise(() => {});
    });
    expect(await embedQuery(stuck, "query", 10)).toEqual({ vector: null, reason: "deadline", error: null });
    expect(signal?.aborted).toBe(true);
  });

  test("answers deadline, not failed, when the abort makes the embedder reject", async () => {
    const obedient = embedder(
      (_, options) =>
        new Promise((_resolve, reject) => {
          options?.signal?.addEventListener("abort", () => reject(options.signal?.reason));
        }),
    );
    expect(await embedQuery(obedient, "query", 10)).toMatchObject({ vector: null, reason: "deadline" });
  });

  test("answers failed with the embedder's own error", async () => {
    const error = new AiError("misconfigured", "EMBEDDING_API_KEY is refused.");
    const answer = await embedQuery(
      embedder(() => Promise.reject(error)),
      "query",
    );
    expect(answer).toEqual({ vector: null, reason: "failed", error });
  });

  test("answers failed as unavailable for an error of another kind, keeping it as the cause", async () => {
    const cause = new TypeError("broken");
    const answer = await embedQuery(
      embedder(() => Promise.reject(cause)),
      "query",
    );
    expect(answer).toMatchObject({ vector: null, reason: "failed", error: { code: "unavailable", cause } });
  });
});
