import { queryOptions } from "@tanstack/react-query";
import { type CallOf, type Contract, type OutputOf, pathParameters } from "@/lib/kernel/contract";
import type { FieldError, Problem, ProblemCode } from "@/lib/kernel/errors";

/** A failed call as the browser sees it: the problem's code, its public text and the fields that are wrong. */
export class ApiError extends Error {
  readonly code: ProblemCode | "unreachable";
  readonly status: number;
  readonly remedy: string;
  readonly errors: FieldError[];
  readonly request_id: string | undefined;

  constructor(problem: Omit<Problem, "code" | "type"> & { code: ProblemCode | "unreachable" }) {
    super(problem.detail);
    this.name = "ApiError";
    this.code = problem.code;
    this.status = problem.status;
    this.remedy = problem.remedy;
    this.errors = problem.errors ?? [];
    this.request_id = problem.request_id;
  }
}

/**
 * Calls an operation through REST, from the browser. The contract says where and how.
 * @throws ApiError, also when the server cannot be reached.
 */
export async function call<C extends Contract>(
  contract: C,
  input: CallOf<C>,
  options: { signal?: AbortSignal } = {},
): Promise<OutputOf<C>> {
  const { method, path } = contract.http;
  const { url, rest } = fillPath(path, input as Record<string, unknown>);
  const inQuery = method === "GET" || method === "DELETE";
  const query = inQuery ? toQuery(rest) : "";
  const response = await fetch(`/api/v1${url}${query}`, {
    method,
    signal: options.signal ?? null,
    headers: { Accept: "application/json", ...(inQuery ? {} : { "Content-Type": "application/json" }) },
    body: inQuery ? null : JSON.stringify(rest),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError({
      code: "unreachable",
      status: 0,
      title: "Server not reachable",
      detail: "The server does not answer.",
      remedy: "Nothing was changed. Check that Casebook is running, then try again.",
    });
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as OutputOf<C>;
  throw new ApiError(isProblem(body) ? body : unreadable(response.status));
}

function isProblem(body: unknown): body is Problem {
  return body !== null && typeof body === "object" && "code" in body && "detail" in body && "status" in body;
}

function unreadable(status: number): ConstructorParameters<typeof ApiError>[0] {
  return {
    code: "unavailable",
    status,
    title: "Unreadable answer",
    detail: `The server answered ${status} without an explanation.`,
    remedy: "Try again; if it persists, look at the server's log.",
  };
}

function fillPath(
  path: string,
  input: Record<string, unknown>,
): { url: string; rest: Record<string, unknown> } {
  const names = pathParameters(path);
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
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

/** The key under which react-query keeps an answer: the operation's name, then its input. */
export function queryKey<C extends Contract>(contract: C, input?: CallOf<C>): readonly unknown[] {
  return input === undefined ? [contract.name] : [contract.name, input];
}

/** Query options for a reading operation; the same key on the server's prefetch and in the browser. */
export function operationQuery<C extends Contract>(contract: C, input: CallOf<C>) {
  return queryOptions({
    queryKey: queryKey(contract, input),
    queryFn: ({ signal }) => call(contract, input, { signal }),
  });
}
