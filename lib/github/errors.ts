import { RequestError } from "@octokit/request-error";
import { AddressError } from "@/lib/net";

/**
 * Why GitHub gave no answer. `rate_limited` and `unreachable` say nothing about the content; nor do `unauthorized`,
 * `forbidden` and `not_found`, because GitHub hides what a credential may not see.
 */
export type GithubErrorCode =
  | "rate_limited"
  | "unreachable"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "rejected"
  | "not_modified"
  | "refused";

/** What every call rejects with. The message is public: it holds no credentials and no text of the server's. */
export class GithubError extends Error {
  override readonly name = "GithubError";
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** When asking again makes sense; null when that is not known. */
  readonly retry_at: Date | null;

  constructor(
    readonly code: GithubErrorCode,
    message: string,
    options: { status?: number; retry_at?: Date | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = options.status ?? null;
    this.retry_at = options.retry_at ?? null;
  }
}

const MESSAGES: Record<Exclude<GithubErrorCode, "rate_limited">, string> = {
  unreachable: "GitHub does not answer now; try again in a few minutes.",
  unauthorized:
    "GitHub refuses the credentials of this connection; enter new ones under Settings → Connections.",
  forbidden:
    "GitHub does not allow this with the connection's credentials; give them the permission it needs.",
  not_found: "GitHub has no such thing, or the connection's credentials may not see it.",
  conflict: "GitHub says that the state it was asked to change is another one now; read it again.",
  rejected: "GitHub rejected the request.",
  not_modified: "It has not changed.",
  refused: "The address of this connection may not be contacted.",
};

/** Any failure of a call as a {@link GithubError}. Its cause names method, path and status, for the log. */
export function toGithubError(error: unknown, now: Date): GithubError {
  if (error instanceof GithubError) return error;
  const address = addressErrorIn(error);
  if (address) return new GithubError("refused", address.message, { cause: address });
  if (error instanceof Error && "data" in error && isGraphqlRateLimit(error.data))
    return graphqlRateLimited(null);
  if (error instanceof Error && error.name === "AbortError")
    return new GithubError("unreachable", MESSAGES.unreachable, { cause: new Error("no answer in time") });
  if (!(error instanceof RequestError)) {
    const cause = error instanceof Error ? new Error(error.name) : undefined;
    // Signing the App's token is the only thing that fails without a request.
    return new GithubError("unauthorized", "The private key of this connection cannot be used.", { cause });
  }
  const { status, request, response } = error;
  const asked = `${request.method} ${pathOf(request.url)}`;
  const cause = new Error(response ? `${asked}: ${status}` : `${asked}: no answer`);
  if (!response) return new GithubError("unreachable", MESSAGES.unreachable, { cause });
  if (status === 429 || (status === 403 && isRateLimit(error))) {
    const retry_at = retryTime(response.headers, now);
    return new GithubError("rate_limited", rateLimitMessage(retry_at), { status, retry_at, cause });
  }
  const code = codeOf(status);
  return new GithubError(code, MESSAGES[code], { status, cause });
}

/** GraphQL answers 200 when its budget is used up, and says so in the body. */
export function isGraphqlRateLimit(data: unknown): boolean {
  if (data === null || typeof data !== "object" || !("errors" in data) || !Array.isArray(data.errors))
    return false;
  return data.errors.some((each: unknown) => hasType(each) && each.type === "RATE_LIMITED");
}

function hasType(value: unknown): value is { type: unknown } {
  return value !== null && typeof value === "object" && "type" in value;
}

export function graphqlRateLimited(retry_at: Date | null): GithubError {
  return new GithubError("rate_limited", rateLimitMessage(retry_at), { status: 200, retry_at });
}

function codeOf(status: number): Exclude<GithubErrorCode, "rate_limited"> {
  if (status === 304) return "not_modified";
  if (status === 401) return "unauthorized";
  if (status === 403 || status === 451) return "forbidden";
  if (status === 404 || status === 410) return "not_found";
  if (status === 409) return "conflict";
  if (status < 500) return "rejected";
  return "unreachable";
}

export function rateLimitMessage(retry_at: Date | null): string {
  const when = retry_at
    ? `after ${retry_at.toISOString().slice(0, 16).replace("T", " ")} UTC`
    : "in a few minutes";
  return `GitHub's rate limit for this connection is used up; try again ${when}.`;
}

function isRateLimit({ message, response }: RequestError): boolean {
  const headers = response?.headers ?? {};
  return (
    headers["x-ratelimit-remaining"] === "0" ||
    headers["retry-after"] !== undefined ||
    /rate limit|abuse detection/i.test(message)
  );
}

function retryTime(headers: Readonly<Record<string, unknown>>, now: Date): Date | null {
  const seconds = Number(headers["retry-after"]);
  if (headers["retry-after"] !== undefined && seconds >= 0) return new Date(now.getTime() + seconds * 1000);
  const reset = Number(headers["x-ratelimit-reset"]);
  if (reset > 0) return new Date(reset * 1000);
  return null;
}

function addressErrorIn(error: unknown): AddressError | null {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof AddressError) return at;
  return null;
}

function pathOf(url: string): string {
  if (URL.canParse(url)) return new URL(url).pathname;
  return "/";
}
