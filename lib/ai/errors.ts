import { isErrorNamed } from "@/lib/kernel/errors";

/**
 * Why a model did not answer as asked.
 * - `unavailable`: it cannot be reached, is too slow, overloaded or has stopped; trying later may help.
 * - `invalid_response`: it answered, and the answer cannot be used.
 * - `misconfigured`: a setting is missing or refused; the message names it, and only a person can help.
 */
export type AiErrorCode = "unavailable" | "invalid_response" | "misconfigured";

/**
 * The only error that the ports of this module throw of their own accord (an aborted call rejects with its signal's
 * reason instead). The message is written for the operator: it names settings and never holds a key, a text that was
 * sent, or a server's own words; those stay in `cause`.
 */
export class AiError extends Error {
  override readonly name = "AiError";

  static override [Symbol.hasInstance](value: unknown): value is AiError {
    return isErrorNamed(value, "AiError");
  }

  constructor(
    readonly code: AiErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
