import { createHash } from "node:crypto";
import { AiError, type Embedder, normalizeText } from "@/lib/ai";
import type { Database } from "@/lib/db/client";
import type { CallOf } from "@/lib/kernel/contract";
import * as contract from "@/lib/memories/contract";
import type { Context } from "@/lib/runtime/operation";
import { run } from "../../support/database";

const DIMENSIONS = 384;

/**
 * An embedder without a model: each word pulls the vector in a direction of its own, so texts that share words are near.
 * It has the identity of the default embedder, whose index and weights are thereby used.
 */
export function wordEmbedder(synonyms: Record<string, string> = {}): Embedder {
  return {
    id: "minilm-l6-v2@384/split2/128",
    dimensions: DIMENSIONS,
    max_characters: 4_000,
    embed: async (texts) => texts.map((text) => vectorOf(text, synonyms)),
    close: async () => {},
  };
}

function vectorOf(text: string, synonyms: Record<string, string>): Float32Array {
  const vector = new Float32Array(DIMENSIONS).fill(0.001);
  for (const word of normalizeText(text).toLowerCase().split(" ")) {
    const digest = createHash("sha256")
      .update(synonyms[word] ?? word)
      .digest();
    for (let index = 0; index < 8; index++) {
      const at = digest.readUInt16BE(index * 2) % DIMENSIONS;
      vector[at] = (vector[at] ?? 0) + 1;
    }
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** An embedder that is down. */
export const brokenEmbedder: Embedder = {
  ...wordEmbedder(),
  embed: () => Promise.reject(new AiError("unavailable", "The endpoint does not answer.")),
};

/** A database before whose first transaction something happens. */
export function interrupted(db: Database, happening: () => Promise<unknown>): Database {
  let waiting = true;
  return new Proxy(db, {
    get(target, property) {
      if (property !== "$transaction") return Reflect.get(target, property);
      return async (...args: Parameters<typeof target.$transaction>) => {
        const first = waiting;
        waiting = false;
        if (first) await happening();
        return target.$transaction(...args);
      };
    },
  });
}

/** Stores a memory and answers it; for tests that are about what comes after. */
export async function remember(
  context: Context,
  params: Partial<CallOf<typeof contract.memoryStore>> & { statement: string },
): Promise<contract.Memory> {
  const { memory } = await run(contract.memoryStore, { kind: "decision", ...params }, context);
  if (!memory) throw new Error("the memory was not stored");
  return memory;
}
