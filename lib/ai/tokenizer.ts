type Count = (text: string) => number;

let count: Count | undefined;
let loading: Promise<Count> | undefined;

/**
 * Counts with o200k_base, the encoding of current OpenAI models; other vendors' differ by some percent. Loading takes
 * about half a second and 60 MB, so it is left until a pack is built.
 */
export function loadTokenizer(): Promise<Count> {
  loading ??= import("gpt-tokenizer/encoding/o200k_base").then(({ countTokens }) => {
    // Names of special tokens in a memory are text like any other.
    count = (text) => countTokens(text, { disallowedSpecial: new Set() });
    return count;
  });
  return loading;
}

/** The loaded counter, or null while there is none. */
export function tokenizer(): Count | null {
  return count ?? null;
}

/** Never fewer than the tokens of a text, without a tokenizer: a token is at least one byte. */
export function tokensAtMost(text: string): number {
  return Buffer.byteLength(text, "utf8");
}
