import { zodResponseFormat } from "openai/helpers/zod";
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import { z } from "zod";
import { AiError } from "./errors";
import { type Endpoint, type EndpointSettings, openEndpoint } from "./openai-client";

export type GenerateRequest<T> = {
  /** What the model is to be and do. */
  system: string;
  /** The task with its material. */
  prompt: string;
  /**
   * The shape of the answer: an object whose fields are all required (use `.nullable()`, not `.optional()`), which is
   * what strict structured output can express.
   */
  schema: z.ZodType<T>;
  /** Names the schema to the model: 1 to 64 of `[A-Za-z0-9_-]`. */
  schema_name: string;
  /** Tokens that one answer may take. */
  max_output_tokens: number;
  /** false: an answer that has not passed the schema is not sent back; there is one question and no other. */
  repair?: boolean;
};

export type Usage = { input_tokens: number; output_tokens: number };

/** What a million tokens cost, in US dollars. */
export type Price = { input: number; output: number };

/** Writes text of a given shape. Where there is none, its callers fall back to rules, and say so. */
export type LanguageModel = {
  /** Names the server and the model, e.g. `openai:api.openai.com/gpt-4o-mini`; recorded with what it wrote. */
  id: string;
  /** Null when nobody said what it costs. */
  price: Price | null;
  /**
   * Answers at temperature 0 with a value that has passed the schema. An answer that has not is sent back once with what
   * is wrong, unless `repair` is false; `usage` counts both. `on_usage` is called with every answer as it comes, so that what a failed attempt cost is
   * known too. For a server that counts no tokens they are estimated, at three characters each, which is rather too many.
   * @throws AiError, or the signal's reason once it aborts.
   */
  generate<T>(
    request: GenerateRequest<T>,
    options?: { signal?: AbortSignal; on_usage?: (usage: Usage) => void },
  ): Promise<{ value: T; usage: Usage }>;
};

const CHARACTERS_PER_TOKEN = 3;
/** Above it a text has more tokens than one thinks, whatever the encoding. */
const MOST_CHARACTERS_PER_TOKEN = 16;

/** An upper estimate of the tokens of a text, for servers that do not count and for budgets that must hold. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/** US dollars; null without a price. */
export function costOf(price: Price | null, { input_tokens, output_tokens }: Usage): number | null {
  return price && (input_tokens * price.input + output_tokens * price.output) / 1_000_000;
}

/**
 * The most tokens that `generate` can use for a request: the question, an answer, and, where repairs are wanted, both
 * again with a second answer.
 */
export function mostTokens<T>(request: GenerateRequest<T>): Usage {
  const asked = estimateTokens(`${request.system}${request.prompt}`) + SCHEMA_TOKENS;
  if (request.repair === false) return { input_tokens: asked, output_tokens: request.max_output_tokens };
  return {
    input_tokens: 2 * asked + request.max_output_tokens + SCHEMA_TOKENS,
    output_tokens: 2 * request.max_output_tokens,
  };
}

/** Room for the schema and the words around it. */
const SCHEMA_TOKENS = 1000;

const SETTINGS = {
  base_url: "LANGUAGE_MODEL_BASE_URL",
  api_key: "LANGUAGE_MODEL_API_KEY",
  model: "LANGUAGE_MODEL",
} as const satisfies EndpointSettings;

const Completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
});

/**
 * A language model behind any OpenAI-compatible `/chat/completions` endpoint with JSON-schema output. Small servers
 * follow the schema loosely or not at all, so every answer is validated here whatever the server promises.
 * @throws AiError `misconfigured` when a setting is missing or malformed.
 */
export function createOpenAiLanguageModel(endpoint: Endpoint & { price?: Price | null }): LanguageModel {
  const { model } = endpoint;
  const { openai, host, request } = openEndpoint({ timeout_ms: 120_000, ...endpoint }, SETTINGS);

  return {
    id: `openai:${host}/${model}`,
    price: endpoint.price ?? null,

    async generate(asked, { signal, on_usage } = {}) {
      const { system, prompt, schema, schema_name, max_output_tokens, repair = true } = asked;
      const response_format = zodResponseFormat(schema, schema_name);
      const usage = { input_tokens: 0, output_tokens: 0 };

      async function ask(messages: ChatCompletionMessageParam[]): Promise<string> {
        const response: unknown = await request(signal, (signal) =>
          openai.chat.completions.create(
            {
              model,
              messages,
              temperature: 0,
              response_format,
              // OpenAI's newer models refuse the old name, most other servers do not know the new one.
              ...(host === "api.openai.com"
                ? { max_completion_tokens: max_output_tokens }
                : { max_tokens: max_output_tokens }),
            },
            { signal },
          ),
        );
        const completion = Completion.safeParse(response);
        const choice = completion.data?.choices[0];
        if (!choice) {
          throw invalid(
            `${host} answered without a completion; check ${SETTINGS.base_url}.`,
            completion.error,
          );
        }
        const counted = completion.data?.usage;
        const own: Usage = {
          input_tokens: counted?.prompt_tokens ?? estimateTokens(JSON.stringify(messages)),
          output_tokens: counted?.completion_tokens ?? estimateTokens(choice.message.content ?? ""),
        };
        usage.input_tokens += own.input_tokens;
        usage.output_tokens += own.output_tokens;
        on_usage?.(own);
        if (choice.message.refusal) throw invalid(`${model} refused to answer.`);
        if (choice.finish_reason === "length") {
          throw invalid(`${model} did not finish within ${max_output_tokens} tokens.`);
        }
        const content = choice.message.content ?? "";
        // Servers that know nothing of the limit answer as much as they like.
        if (content.length > max_output_tokens * MOST_CHARACTERS_PER_TOKEN)
          throw invalid(`${model} answered more than the ${max_output_tokens} tokens it may.`);
        return content;
      }

      const messages: ChatCompletionMessageParam[] = [
        { role: "system", content: system },
        { role: "user", content: prompt },
      ];
      const first = await ask(messages);
      const answer = parseAnswer(first, schema);
      if (answer.success) return { value: answer.value, usage };
      if (!repair) throw invalid(`${model} did not answer in the required shape.`, answer.problem);

      const second = await ask([
        ...messages,
        { role: "assistant", content: first },
        {
          role: "user",
          content: [
            `That answer is not valid:\n${answer.problem}`,
            "Answer again, with nothing but a JSON object that follows this JSON Schema:",
            JSON.stringify(response_format.json_schema.schema),
          ].join("\n\n"),
        },
      ]);
      const repaired = parseAnswer(second, schema);
      if (repaired.success) return { value: repaired.value, usage };
      throw invalid(
        `${model} did not answer in the required shape, even when asked again.`,
        repaired.problem,
      );
    },
  };
}

type Parsed<T> = { success: true; value: T } | { success: false; problem: string };

function parseAnswer<T>(content: string, schema: z.ZodType<T>): Parsed<T> {
  // Models without structured output like to wrap JSON in a code fence.
  const json = /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/.exec(content)?.[1] ?? content;
  let data: unknown;
  try {
    data = JSON.parse(json);
  } catch {
    return { success: false, problem: "It is not JSON." };
  }
  const result = schema.safeParse(data);
  if (result.success) return { success: true, value: result.data };
  return { success: false, problem: z.prettifyError(result.error) };
}

function invalid(message: string, cause?: unknown): AiError {
  return new AiError("invalid_response", message, { cause });
}
