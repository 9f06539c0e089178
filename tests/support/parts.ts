import type { Embedder } from "@/lib/ai";
import type { Database } from "@/lib/db/client";
import type { Context } from "@/lib/runtime/operation";

type Options = {
  embedder?: Embedder | null;
  ai?: Context["ai"];
  now?: () => Date;
  signal?: AbortSignal;
};

/**
 * What transports and jobs take from their process: this database, no models, the clock of the machine and a signal that
 * never aborts, unless `options` say otherwise. A context is valid as options: its models and its clock are taken.
 */
export function partsOf({ db }: { db: Database }, options: Options = {}) {
  const {
    embedder = null,
    ai = { embedder, language_model: null },
    now = () => new Date(),
    signal = new AbortController().signal,
  } = options;
  return { db, ai, now, signal };
}
