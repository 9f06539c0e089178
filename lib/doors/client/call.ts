import { type CallOf, type Contract, type OutputOf, pathParameters } from "@/lib/kernel/contract";
import type { FieldError, Problem, ProblemCode } from "@/lib/kernel/errors";
import type { ExportFormat } from "@/lib/kernel/list-export";

type Failure = Omit<Problem, "code" | "type"> & {
  code: ProblemCode | "unreachable";
  retry_after_seconds?: number;
};

/** A failed call as its caller sees it: the problem's code, its public text and the fields that are wrong. */
export class ApiError extends Error {
  readonly code: ProblemCode | "unreachable";
  readonly status: number;
  readonly remedy: string;
  readonly errors: FieldError[];
  readonly request_id: string | undefined;
  readonly retry_after_seconds: number | undefined;

  constructor(problem: Failure, options: { cause?: unknown } = {}) {
    super(problem.detail, options);
    this.name = "ApiError";
    this.code = problem.code;
    this.status = problem.status;
    this.remedy = problem.remedy;
    this.errors = problem.errors ?? [];
    this.request_id = problem.request_id;
    this.retry_after_seconds = problem.retry_after_seconds;
  }
}

/** Where to call, and with which agent key. A browser calls its own server, and its login goes along by itself. */
export type Server = { base_url: string; key?: string };

export type CallOptions = { signal?: AbortSignal };

/** Calls any operation of one server. @throws ApiError, also when the server cannot be reached. */
export type Caller = <C extends Contract>(
  contract: C,
  input: CallOf<C>,
  options?: CallOptions,
) => Promise<OutputOf<C>>;

/** A caller of operations through REST: the contract says where and how. `base_url` has no slash at its end. */
export function callerOf({ base_url, key }: Server): Caller {
  return async <C extends Contract>(contract: C, input: CallOf<C>, options: CallOptions = {}) => {
    const { method, path } = contract.http;
    const { url, rest } = fillPath(path, input);
    const inQuery = method === "GET" || method === "DELETE";
    const query = inQuery ? toQuery(rest) : "";
    const response = await fetch(`${base_url}/api/v1${url}${query}`, {
      method,
      signal: options.signal ?? null,
      headers: {
        Accept: "application/json",
        ...(inQuery ? {} : { "Content-Type": "application/json" }),
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      },
      body: inQuery ? null : JSON.stringify(rest),
    }).catch((cause: unknown) => {
      if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
      throw new ApiError(UNREACHABLE, { cause });
    });
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) return body as OutputOf<C>;
    const wait = Number(response.headers.get("retry-after") ?? Number.NaN);
    throw new ApiError({
      ...(isProblem(body) ? body : unreadable(response.status)),
      retry_after_seconds: Number.isFinite(wait) ? wait : undefined,
    });
  };
}

/** Where this server has all rows of a list that match an input, as a file; the place in the list is left out. */
export function exportUrl(
  contract: Contract,
  input: object,
  { format, bom = false }: { format: ExportFormat; bom?: boolean },
): string {
  const { url, rest } = fillPath(contract.http.path, input);
  const { cursor: _, limit: __, ...filters } = rest;
  const query = toQuery({ ...filters, export: format, bom: bom ? true : undefined });
  return `/api/v1${url}${query}`;
}

const UNREACHABLE: Failure = {
  code: "unreachable",
  status: 0,
  title: "Server not reachable",
  detail: "The server does not answer.",
  remedy: "Nothing was changed. Check that Casebook is running, then try again.",
};

/** Whether an answer is a problem of this server: a proxy before it may answer with problem details of its own (RFC 9457). */
function isProblem(body: unknown): body is Problem {
  if (body === null || typeof body !== "object") return false;
  const fields = new Map<string, unknown>(Object.entries(body));
  return (
    typeof fields.get("status") === "number" &&
    ["code", "detail", "remedy"].every((name) => typeof fields.get(name) === "string")
  );
}

function unreadable(status: number): Failure {
  return {
    code: "unavailable",
    status,
    title: "Unreadable answer",
    detail: `The server answered ${status} without an explanation.`,
    remedy: "Try again; if it persists, see the server's log.",
  };
}

function fillPath(path: string, params: object): { url: string; rest: Record<string, unknown> } {
  const input = new Map<string, unknown>(Object.entries(params));
  const names = pathParameters(path);
  const rest = Object.fromEntries([...input].filter(([name]) => !names.includes(name)));
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.get(name))));
  return { url, rest };
}

/** Arrays are repeated (`kind=fact&kind=decision`), null and undefined left out. */
function toQuery(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    for (const item of Array.isArray(value) ? value : [value])
      query.append(name, typeof item === "object" ? JSON.stringify(item) : String(item));
  }
  const text = query.toString();
  return text && `?${text}`;
}
