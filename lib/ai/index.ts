import type { Embedder } from "./embedder";
import { createOpenAiLanguageModel, type LanguageModel, type Price } from "./language-model";
import { createLocalEmbedder, type LocalEmbedderOptions } from "./local";
import type { Endpoint } from "./openai-client";
import { createOpenAiEmbedder, type OpenAiEmbedderOptions } from "./openai-embedder";

export { type Embedder, embedQuery } from "./embedder";
export { AiError, type AiErrorCode } from "./errors";
export {
  costOf,
  type GenerateRequest,
  type LanguageModel,
  mostTokens,
  type Usage,
} from "./language-model";
export { findNativeFolder, RUNTIME_PACKAGE } from "./native-folder";
export { createReranker, type Reranker } from "./reranker";
export { normalizeText } from "./text";
export { loadTokenizer, tokenizer, tokensAtMost } from "./tokenizer";

type LocalConfig = { provider: "local" } & Pick<
  LocalEmbedderOptions,
  "native_folder" | "on_problem" | "model_folder"
>;
export type EmbedderConfig =
  | LocalConfig
  | ({ provider: "openai" } & OpenAiEmbedderOptions)
  | { provider: "none" };

export type LanguageModelConfig =
  | { provider: "none" }
  | ({ provider: "openai"; price?: Price | null } & Endpoint);

/**
 * The configured embedder, or `null` for none (search is then lexical). Nothing is loaded or called yet. A process
 * needs one: each local embedder has a thread and a model of its own.
 * @throws AiError `misconfigured`, naming the setting.
 */
export function createEmbedder(config: LocalConfig): Embedder;
export function createEmbedder(config: EmbedderConfig): Embedder | null;
export function createEmbedder(config: EmbedderConfig): Embedder | null {
  switch (config.provider) {
    case "local":
      return createLocalEmbedder(config);
    case "openai":
      return createOpenAiEmbedder(config);
    case "none":
      return null;
  }
}

/**
 * The configured language model, or `null` for none (rules then do the drafting). Nothing is called yet.
 * @throws AiError `misconfigured`, naming the setting.
 */
export function createLanguageModel(config: LanguageModelConfig): LanguageModel | null {
  if (config.provider === "none") return null;
  return createOpenAiLanguageModel(config);
}
