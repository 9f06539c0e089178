import OpenAI, { APIConnectionError, APIError, OpenAIError } from "openai";
import { AiError } from "./errors";

/** Where an OpenAI-compatible server is and how to speak to it. */
export type Endpoint = {
  /** Up to and including the version, e.g. `https://api.openai.com/v1` or `http://localhost:11434/v1`. */
  base_url: string;
  /** `null` for servers that need none. */
  api_key: string | null;
  model: string;
  /** Milliseconds for one request with its two retries after overload or network failure. Default 30,000. */
  timeout_ms?: number;
};

/** The names under which a person sets an endpoint, for messages that say what to change. */
export type EndpointSettings = { base_url: string; api_key: string; model: string };

export type EndpointClient = {
  openai: OpenAI;
  /** Host and port; part of the ids of models. */
  host: string;
  /**
   * Runs one request with the signal that it must pass on. Failures become an AiError that names the setting to look
   * at; an abort becomes the reason of the signal given.
   */
  request<T>(signal: AbortSignal | undefined, call: (signal: AbortSignal) => PromiseLike<T>): Promise<T>;
};

/** @throws AiError `misconfigured` when a setting is missing or is no HTTP address. */
export function openEndpoint(endpoint: Endpoint, settings: EndpointSettings): EndpointClient {
  const { base_url, api_key, model, timeout_ms = 30_000 } = endpoint;
  const url = URL.canParse(base_url) ? new URL(base_url) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new AiError(
      "misconfigured",
      `${settings.base_url} must be an http or https address, such as https://api.openai.com/v1.`,
    );
  }
  if (!model) throw new AiError("misconfigured", `${settings.model} must name a model.`);

  const openai = new OpenAI({
    baseURL: base_url,
    // The client insists on a key; servers that need none ignore it.
    apiKey: api_key || "none",
    // Spelled out, or the client takes them from environment variables that are not this project's.
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 2,
    logLevel: "off",
  });

  return {
    openai,
    host: url.host,
    async request(signal, call) {
      signal?.throwIfAborted();
      // The client's own timeout ends with the headers, starts again with each retry, and its pause before a retry heeds
      // no signal; so the whole is timed here.
      const controller = new AbortController();
      const onAbort = () => controller.abort(signal?.reason);
      const timer = setTimeout(() => {
        controller.abort(
          new AiError("unavailable", `${url.host} did not answer within ${timeout_ms / 1000} s.`),
        );
      }, timeout_ms);
      signal?.addEventListener("abort", onAbort);
      const aborted = new Promise<never>((_, reject) => {
        controller.signal.addEventListener("abort", () => reject(controller.signal.reason));
      });
      try {
        return await Promise.race([call(controller.signal), aborted]);
      } catch (error) {
        if (controller.signal.aborted) throw controller.signal.reason;
        throw toAiError(error, url.host, settings);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
      }
    },
  };
}

function toAiError(error: unknown, host: string, settings: EndpointSettings): AiError {
  const ai = (code: AiError["code"], message: string) => new AiError(code, message, { cause: error });
  if (error instanceof APIConnectionError) {
    return ai("unavailable", `${host} cannot be reached; check ${settings.base_url}.`);
  }
  if (error instanceof APIError) {
    const status: number | undefined = error.status;
    if (status === 401 || status === 403) {
      return ai("misconfigured", `${host} refused the key (${status}); check ${settings.api_key}.`);
    }
    if (status === 404) {
      return ai(
        "misconfigured",
        `${host} knows no such model or path (404); check ${settings.model} and ${settings.base_url}.`,
      );
    }
    if (status === 429) return ai("unavailable", `${host} refuses more requests for now (429).`);
    if (status === 408 || status === 409 || (status !== undefined && status >= 500)) {
      return ai("unavailable", `${host} failed (${status}).`);
    }
    return ai("misconfigured", `${host} rejected the request (${status}); check ${settings.model}.`);
  }
  if (error instanceof OpenAIError || error instanceof SyntaxError) {
    return ai("invalid_response", `${host} did not answer in JSON; check ${settings.base_url}.`);
  }
  return ai("unavailable", `${host} broke off its answer.`);
}
