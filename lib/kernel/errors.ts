/**
 * One table of problems for every transport (RFC 9457): the code, its HTTP status, its title and what a caller can do.
 * Transports translate; modules only throw `AppError`.
 */
export const PROBLEMS = {
  invalid_input: {
    status: 400,
    title: "Invalid input",
    remedy: "Correct the fields listed in `errors` and send the request again.",
  },
  malformed_json: {
    status: 400,
    title: "Malformed JSON",
    remedy: "Send one JSON object, encoded as UTF-8, with Content-Type: application/json.",
  },
  unauthenticated: {
    status: 401,
    title: "Not signed in",
    remedy: "Send an agent key as `Authorization: Bearer <key>`, or sign in.",
  },
  permission_denied: {
    status: 403,
    title: "Permission denied",
    remedy: "Use a key or a role that has the permission named in `detail`.",
  },
  origin_denied: {
    status: 403,
    title: "Origin not allowed",
    remedy: "Call from the address in CASEBOOK_PUBLIC_URL, or add your origin to CASEBOOK_ALLOWED_ORIGINS.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    remedy: "Check the id; the record may be deleted, or belong to another organization.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    remedy: "Use one of the methods in the Allow header.",
  },
  conflict: {
    status: 409,
    title: "Conflict",
    remedy: "Read the current state, resolve the difference named in `detail`, and try again.",
  },
  payload_too_large: {
    status: 413,
    title: "Payload too large",
    remedy: "Split the request; the limit is named in `detail`.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    remedy: "Send Content-Type: application/json.",
  },
  unprocessable: {
    status: 422,
    title: "Cannot be processed",
    remedy: "The request is well formed, but `detail` names what is wrong with it; correct it and try again.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    remedy: "Wait for the number of seconds in Retry-After.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    remedy:
      "Nothing was stored. Try again; if it persists, give `request_id` to the people who run this server.",
  },
  unavailable: {
    status: 503,
    title: "Temporarily unavailable",
    remedy: "A service that this request needs does not respond. Nothing was stored; try again in a moment.",
  },
} as const satisfies Record<string, { status: number; title: string; remedy: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

/** One field that is wrong: an RFC 6901 pointer into the input and a sentence with the remedy. */
export type FieldError = { pointer: string; detail: string };

/** The body of every failure over every transport (RFC 9457, media type `application/problem+json`). */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  detail: string;
  remedy: string;
  request_id?: string;
  errors?: FieldError[];
};

/**
 * Whether a value is an error of this name. `instanceof` asks this of errors that cross from one part of a process to
 * another: a build holds several copies of a module, and what they share on `globalThis` throws those of the copy that made it.
 */
export const isErrorNamed = (value: unknown, name: string): boolean =>
  value instanceof Error && value.name === name;

/**
 * The only error a module throws on purpose. `detail` is public: it reaches people and models, so it holds no secret, no
 * SQL and no text of a lower layer; that goes into `cause`, which is only logged.
 */
export class AppError extends Error {
  readonly code: ProblemCode;
  readonly errors: FieldError[] | undefined;
  readonly retry_after_seconds: number | undefined;

  static override [Symbol.hasInstance](value: unknown): value is AppError {
    return isErrorNamed(value, "AppError");
  }

  constructor(
    code: ProblemCode,
    detail: string,
    options: { cause?: unknown; errors?: FieldError[]; retry_after_seconds?: number } = {},
  ) {
    super(detail, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.errors = options.errors;
    this.retry_after_seconds = options.retry_after_seconds;
  }
}

/** One wrong field, as an error: `invalidField("/citations/0/line_end", "must not be before line_start")`. */
export function invalidField(pointer: string, detail: string): AppError {
  return new AppError("invalid_input", `${pointer}: ${detail}`, { errors: [{ pointer, detail }] });
}

/** The public body of an error. Unknown errors become `internal` with no text of their own. */
export function toProblem(error: unknown, base_url: string, request_id?: string): Problem {
  const known = error instanceof AppError;
  const code = known ? error.code : "internal";
  const { status, title, remedy } = PROBLEMS[code];
  return {
    type: `${base_url}/problems/${code}`,
    title,
    status,
    code,
    detail: known ? error.message : "Something failed on the server; it has been logged.",
    remedy,
    request_id,
    ...(known && error.errors && { errors: error.errors }),
  };
}

/** Somebody else changed what was read before it could be written: nothing was written, and doing it again will do. */
export class OvertakenError extends Error {
  override readonly name = "OvertakenError";
}

/** What an error says; whatever else was thrown, as text. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return String(error);
}
