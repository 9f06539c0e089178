import { loadTokenizer, tokenizer, tokensAtMost } from "@/lib/ai";
import type { Stages } from "./stages";

const LOAD_AFTER_MS = 50;

/** Counts tokens (o200k_base), or bounds them from above while the tokenizer is not loaded yet, which the stages name. */
export function counterFor(stages: Stages): (text: string) => number {
  const count = tokenizer();
  if (count) return count;
  // Loading holds the process for half a second: it begins after this answer.
  setTimeout(() => void loadTokenizer(), LOAD_AFTER_MS).unref();
  stages.degrade("tokenizer: loading");
  return tokensAtMost;
}
