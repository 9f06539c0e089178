import { createEmbedder, createLanguageModel, type Embedder, type LanguageModel } from "@/lib/ai";
import { env } from "@/lib/env";

type Parts = { embedder: Embedder | null; language_model: LanguageModel | null };

// One model in memory for each process, also when development reloads this module.
const held = globalThis as { casebook_parts?: Parts };

/**
 * The models of this process, from the settings; nothing is loaded before it is used.
 * @throws AiError `misconfigured`, naming the setting.
 */
export function parts(): Parts {
  held.casebook_parts ??= createParts();
  return held.casebook_parts;
}

function createParts(): Parts {
  const settings = env();
  const base_url = settings.LANGUAGE_MODEL_BASE_URL;
  return {
    embedder: createEmbedder(
      settings.EMBEDDING_PROVIDER === "openai"
        ? {
            provider: "openai",
            base_url: settings.EMBEDDING_BASE_URL,
            api_key: settings.EMBEDDING_API_KEY ?? null,
            model: settings.EMBEDDING_MODEL,
            dimensions: settings.EMBEDDING_DIMENSIONS,
          }
        : { provider: settings.EMBEDDING_PROVIDER },
    ),
    language_model: createLanguageModel(
      base_url === undefined
        ? { provider: "none" }
        : {
            provider: "openai",
            base_url,
            api_key: settings.LANGUAGE_MODEL_API_KEY ?? null,
            model: settings.LANGUAGE_MODEL,
          },
    ),
  };
}
