const PARTS: Readonly<Record<string, string>> = {
  embedding: "similarity in meaning",
  verification: "checks of cited lines",
  tokenizer: "the exact count of tokens",
  memory: "memory",
  rerank: "reranking",
};

const REASONS: Readonly<Record<string, string>> = {
  no_model: "no embedding model",
  deadline: "timed out",
  incomplete: "partly timed out",
  failed: "failed",
  loading: "still loading",
  off: "switched off",
};

/** What an answer names as `degraded` ("embedding: deadline"), in words: "likeness in meaning (not in time)". */
export function missingInWords(degraded: readonly string[]): string {
  return degraded
    .map((what) => {
      const [part = what, reason] = what.split(": ");
      const words = PARTS[part] ?? part.replaceAll("_", " ");
      if (reason === undefined) return words;
      return `${words} (${REASONS[reason] ?? reason.replaceAll("_", " ")})`;
    })
    .join(", ");
}
